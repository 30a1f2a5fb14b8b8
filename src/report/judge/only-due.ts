import { secretArguments } from '../../constructs/gen/secret-arguments';
import { changedOutputs } from '../notes';
import type { Block } from '../plan/configuration';
import { inputsOf } from '../plan/inputs';
import { isEqual, type Json, member } from '../plan/json';
import { isKnownFormat, type Plan } from '../plan/plan';
import { changedIn, isKnown, type PlannedObject } from '../plan/planned-object';
import { isWithinBlock } from './configured-scopes';
import { keyIn, plannedKeyChanges } from './decoded';
import type { FoundRisk } from './found';
import { actionOf, lacks } from './judging';

/**
 * True if only time has made the plan. Our provider reads the clock at a refresh alone, so what a plan without one, of the same
 * state and configuration, does not change is due, or follows a key that is. Such a plan is applied without an approval:
 * what cannot be told waits, and so do drift and risks. Null for a plan without changes.
 *
 * @param still the plan without a refresh
 * @param risks what nobody has accepted
 */
export function onlyDueIn(plan: Plan, still: Plan, risks: readonly FoundRisk[]): boolean | null {
  const changed = plan.changes.filter(object => !isUntouched(object));
  if (changed.length + changedOutputs(plan).length + plan.invocations.length === 0) return null;
  const due = changed.filter(object => isDue(object, plan));
  const blocks = new Set(due.map(({ block }) => block));
  return (
    [plan, still].every(isWhole) &&
    isEqual(basisOf(plan), basisOf(still)) &&
    plan.drift.every(isHarmless) &&
    !risks.some(({ severity }) => severity === 'critical' || severity === 'high') &&
    still.changes.every(isUntouched) &&
    changedOutputs(still).length === 0 &&
    due.length > 0 &&
    changed.every(
      object =>
        // A refresh-only plan lists no object.
        still.plannedAt.has(object.address) &&
        (due.includes(object) || follows(object, plan.configuration.blocks.get(object.block), blocks)),
    )
  );
}

const isWhole = ({ isErrored, isComplete, formatVersion, invocations }: Plan) =>
  !isErrored && isComplete !== false && isKnownFormat(formatVersion) && invocations.length === 0;

/** What both plans begin with. */
const basisOf = ({ json }: Plan): Json => ['configuration', 'variables'].map(part => member(json, part));

/**
 * A refresh stores a drift, which a rotation would then issue. An endpoint that the platform has stopped, or uses again, is
 * none: no rotation waits for a receiver.
 */
const isHarmless = (object: PlannedObject) =>
  ['none', 'move'].includes(actionOf(object)) ||
  (object.type === 'svc_webhook_endpoint' &&
    actionOf(object) === 'update' &&
    changedIn(object).every(name => name === 'status'));

const isUntouched = (object: PlannedObject) => object.actions[0] === 'no-op' && actionOf(object) === 'none';

const ofPrevious = ['previous_id', 'previous_expires_at'];
const ofRotation = ['id', 'key', 'created_at', 'environment', 'unrevoked_ids', ...ofPrevious];

/** True for a rotation with an overlap to what the block asks for, and for the end of an overlap. */
function isDue(object: PlannedObject, plan: Plan): boolean {
  const { type, before, after } = object;
  if (type !== 'svc_api_key' || actionOf(object) !== 'update' || !before || !after) return false;
  // The end of an overlap would forget a key that nobody can revoke.
  if (lacks(plan, object, 'apiKeys.delete') !== false) return false;
  const { changes } = plannedKeyChanges(object, keyIn(before), keyIn(after), plan.createdAt);
  const { issues, overlaps, endsEarly } = changes;
  if (issues && !isWithinBlock(object, plan)) return false;
  return issues === overlaps && !endsEarly && changedIn(object).every(name => ofRotation.includes(name));
}

/**
 * True for a change in place to what is known after apply. No plan shows a write-only argument, so it may name keys that are
 * due, and nothing else.
 */
function follows(object: PlannedObject, block: Block | undefined, due: ReadonlySet<string>): boolean {
  if (block === undefined || actionOf(object) !== 'update') return false;
  // Of our own objects, only a secret and its version follow: which events an endpoint gets is for a person.
  const own = secretArguments[object.type];
  const mayFollow = (name: string) => own?.includes(name.replace(/_version$/, '')) ?? true;
  if (changedIn(object).some(name => isKnown(object, name) || !mayFollow(name))) return false;
  return unseenIn(block.expressions, object.after).every(expression => {
    if (member(expression, 'constant_value') === null) return true;
    const { constants, variables, references } = inputsOf(expression, block.scope);
    const areDue = references.every(one => [...due].some(key => `${one}.`.startsWith(`${key}.`)));
    return constants.length + variables.length === 0 && references.length > 0 && areDue;
  });
}

/**
 * Returns the expressions whose values no plan shows: it has null for a write-only argument. Of a function, a plan has its
 * references alone, and so nothing of `file("token")`.
 */
function unseenIn(expression: Json, after: Json): readonly Json[] {
  const parts = Object.entries(expression ?? {});
  if (parts.length === 0 || parts.some(([name]) => ['references', 'constant_value'].includes(name)))
    return hasNull(after) ? [expression] : [];
  const partOf = (name: string) => (Array.isArray(after) ? after[Number(name)] : member(after, name));
  return parts.flatMap(([name, part]) => unseenIn(part, partOf(name)));
}

/** What is known after apply is absent. */
function hasNull(value: Json): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}
