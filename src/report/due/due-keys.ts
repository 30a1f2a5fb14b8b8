import { isWithinBlock } from '../judge/configured-scopes';
import { keyIn, plannedKeyChanges } from '../judge/decoded';
import { actionOf, lacks } from '../judge/judging';
import type { Plan } from '../plan/plan';
import { changedIn, type PlannedObject } from '../plan/planned-object';

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
  const changes = plannedKeyChanges(object, keyIn(before), keyIn(after), plan.createdAt);
  const { issues, overlaps, endsEarly } = changes;
  if (issues && !isWithinBlock(object, plan)) return 'its next value may do more than its block names';
  if (issues !== overlaps) return 'it gets another value without an overlap';
  if (endsEarly) return 'its rotation ends an overlap early';
  return changedIn(object).every(name => ofRotation.includes(name))
    ? undefined
    : 'more of it changes than by a rotation';
}
