import { timeOf } from '../../client/contract/time';
import { daysSince } from '../../risks/days';
import { listIn, member, objectIn, textsIn } from '../plan/json';
import { isKnownFormat, type Plan } from '../plan/plan';
import { isKnown, type PlannedObject } from '../plan/planned-object';
import { keyIn, plannedKeyChanges } from './decoded';
import { changedIn, isFedObject, isFedOutput } from './fed';
import { lacks } from './judging';

/**
 * True if only time has made the plan: due rotations with an overlap, revocations at the end of one, and what takes a value of
 * a rotated key. Such a plan is applied without an approval, so this lists what is allowed. Everything else waits, and what
 * cannot be told, too. Returns null for a plan without changes.
 */
export function onlyDueIn(plan: Plan): boolean | null {
  const { json, configuration } = plan;
  const changed = plan.changes.filter(object => !isUntouched(object));
  const due = changed.filter(object => isDue(object, plan));
  const rotated = new Map(
    due.filter(object => !isKnown(object, 'id')).map(object => [object.address, object]),
  );
  const [root] = configuration.scopes;
  const isApplyable = !plan.isErrored && plan.isApplyable !== false;
  const isWhole = plan.isComplete !== false && isKnownFormat(plan.formatVersion);
  const isAlone = plan.invocations.length === 0 && listIn(member(json, 'deferred_changes')).length === 0;
  const failing = ['fail', 'error'];
  const isAllowed =
    isApplyable &&
    isWhole &&
    isAlone &&
    !listIn(member(json, 'checks')).some(check => failing.includes(String(member(check, 'status')))) &&
    plan.drift.every(isUntouched) &&
    changed.every(
      object =>
        due.includes(object) ||
        (isUpdated(object) && isFedObject(object, configuration.blocks.get(object.block), rotated)),
    ) &&
    Object.entries(objectIn(member(json, 'output_changes'))).every(([name, change]) => {
      const actions = textsIn(member(change, 'actions'));
      const expression = member(member(root?.outputs, name), 'expression');
      return (
        isOne(actions, 'no-op') || (isOne(actions, 'update') && isFedOutput(change, expression, rotated))
      );
    });
  return isAllowed && due.length === 0 ? null : isAllowed;
}

const isOne = (actions: readonly string[], action: string) => actions.length === 1 && actions[0] === action;

const isInPlace = ({ isImported, previousAddress, deposed }: PlannedObject) =>
  !isImported && previousAddress === undefined && deposed === undefined;

const isUntouched = (object: PlannedObject) => isInPlace(object) && isOne(object.actions, 'no-op');

const isUpdated = (object: PlannedObject) =>
  isInPlace(object) && !object.isData && isOne(object.actions, 'update');

const ofPrevious = ['previous_id', 'previous_expires_at'];
const ofRotation = ['id', 'key', 'created_at', 'environment', 'unrevoked_ids', ...ofPrevious];

/** True for a rotation by age alone, or for the end of an overlap: nothing else changes, so state and configuration agree. */
function isDue(object: PlannedObject, plan: Plan): boolean {
  const { type, before, after } = object;
  const { createdAt } = plan;
  if (type !== 'svc_api_key' || !isUpdated(object) || before === undefined || after === undefined)
    return false;
  const [was, now] = [keyIn(before), timeOf(createdAt)];
  const changed = changedIn(object);
  // The end of an overlap would forget a key that nobody can revoke.
  if (lacks(plan, object, 'apiKeys.delete')) return false;
  // The platform has refused to revoke these: a person has to look.
  if (was.unrevoked_ids !== undefined && was.unrevoked_ids.length > 0) return false;
  if (isKnown(object, 'id')) {
    const isEnd = (name: string) =>
      ofPrevious.includes(name) && isKnown(object, name) && (member(after, name) ?? null) === null;
    return timeOf(was.previous_expires_at) <= now && changed.includes('previous_id') && changed.every(isEnd);
  }
  const { after_days = Number.NaN, overlap_days = 0 } = was.rotation ?? {};
  const { overlaps, endsEarly } = plannedKeyChanges(object, was, keyIn(after), createdAt).changes;
  const isOld = daysSince(timeOf(String(member(before, 'created_at'))), now) >= after_days;
  return (
    isOld && overlap_days > 0 && overlaps && !endsEarly && changed.every(name => ofRotation.includes(name))
  );
}
