import { secretArguments } from '../../constructs/gen/secret-arguments';
import { isWithinBlock } from '../judge/configured-scopes';
import { plannedKeyChanges } from '../judge/decoded';
import { actionOf, lacks } from '../judge/judging';
import type { Block } from '../plan/configuration';
import { givenTo, inputsOf } from '../plan/inputs';
import { type Json, member, partAt, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import { changedIn, isKnown, type PlannedObject } from '../plan/planned-object';

const ofPrevious = ['previous_id', 'previous_expires_at'];
const ofRotation = ['id', 'key', 'created_at', 'environment', 'unrevoked_ids', ...ofPrevious];

/** Returns nothing for a rotation with an overlap to what the block asks for, and for the end of an overlap. */
export function whyNotDue(object: PlannedObject, plan: Plan): string | undefined {
  const { type, before, after } = object;
  if (type !== 'svc_api_key') return 'it is no key';
  if (actionOf(object) !== 'update' || !before || !after) return 'it is not changed in place';
  // The end of an overlap would forget a key that nobody can revoke.
  if (lacks(plan, object, 'apiKeys.delete') !== false)
    return 'the platform cannot revoke keys, or no plan tells before the apply whether it can';
  const { issues, overlaps, endsEarly } = plannedKeyChanges(object, plan);
  if (issues && !isWithinBlock(object, plan)) return 'its next value may do more than its block names';
  if (issues !== overlaps) return 'it gets another value without an overlap';
  if (endsEarly) return 'its rotation ends an overlap early';
  return changedIn(object).every(name => ofRotation.includes(name))
    ? undefined
    : 'more of it changes than by a rotation';
}

/** The keys that are due: their blocks, which references name, and their addresses. */
export interface DueKeys {
  readonly blocks: ReadonlySet<string>;
  readonly addresses: readonly string[];
}

/**
 * Returns nothing for a change in place to what is known after apply. No plan shows the value of a write-only argument, so its expression
 * may name keys that are due, and nothing else.
 */
export function whyNotFollowing(object: PlannedObject, plan: Plan, due: DueKeys): string | undefined {
  const block = plan.configuration.blocks.get(object.block);
  const action = actionOf(object);
  if (block === undefined || action !== 'update') return `it is not changed in place, but: ${action}`;
  const changed = changedIn(object);
  if (changed.some(name => isKnown(object, name))) return 'it gets a value that is known before the apply';
  // Of our own objects, only a secret and its version follow: which events an endpoint gets is for a person.
  const own = secretArguments[object.type];
  if (!changed.every(name => own?.includes(name.replace(/_version$/, '')) ?? true))
    return 'more of it changes than its secret';
  const unseen = unseenIn(block.expressions, object.after);
  return unseen.map(one => whyNotOfKeys(one, block, plan, due)).find(reason => reason !== undefined);
}

function whyNotOfKeys(
  { name, expression }: Unseen,
  { scope }: Block,
  plan: Plan,
  due: DueKeys,
): string | undefined {
  if (member(expression, 'constant_value') === null) return undefined;
  const inputs = inputsOf(expression, scope);
  const { constants, variables, references } = inputs;
  // Of `coalesce(var.x, "secret")`, a plan shows `var.x` alone. By custom, the name of a write-only argument ends so.
  const isOfVariables =
    !name.endsWith('_wo') && variables.length > 0 && constants.length + references.length === 0;
  if (isOfVariables && givenTo(inputs, plan.variables).every(value => value === null)) return undefined;
  const others = references.filter(one => ![...due.blocks].some(block => `${one}.`.startsWith(`${block}.`)));
  if (others.some(one => /(?:^|\.)local\./.test(one)))
    return 'its write-only value is behind a local: name the key itself';
  // Of `svc_api_key.x[each.key].key`, a plan names the block alone.
  const isValue = (one: string) => [...due.blocks].some(block => one === block || one === `${block}.key`);
  const isOfKeys = constants.length + variables.length + others.length === 0 && references.some(isValue);
  // A module does not know under which keys it is called.
  const isAmong = (instance: string) =>
    due.addresses.some(address => `.${address}.`.includes(`.${instance}.`));
  return isOfKeys && instancesIn(expression).every(isAmong)
    ? undefined
    : 'its write-only value, or one that is null, is not that of a key that is due';
}

/** Instances that an expression names: `svc_api_key.x["a"]` of `svc_api_key.x["a"].key`, or a module's. */
const instancesIn = (expression: Json) =>
  textsIn(member(expression, 'references')).flatMap(one => one.match(/^.*\]/s) ?? []);

/** An expression, and the argument that it is given to. */
interface Unseen {
  readonly name: string;
  readonly expression: Json;
}

/**
 * Returns the expressions whose values no plan shows: it has null for a write-only argument. Of a function, a plan has its
 * references alone, and so nothing of `file("token")`.
 */
function unseenIn(expression: Json, after: Json, name = ''): readonly Unseen[] {
  const parts = Object.entries(expression ?? {});
  if (parts.length === 0 || parts.some(([name]) => ['references', 'constant_value'].includes(name)))
    return hasNull(after) ? [{ name, expression }] : [];
  return parts.flatMap(([part, inner]) => unseenIn(inner, partAt(after, part), part));
}

/** What is known after apply is absent. */
function hasNull(value: Json): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}
