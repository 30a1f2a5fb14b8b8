import { apiKeys } from '../../client/contract/api-keys';
import { namesOf } from '../../client/contract/fields';
import type { PrivateNotes } from '../../plugin/define/context';
import { earlierIds } from '../../risks/held-keys';
import type { KeyChanges } from '../../risks/key-values';
import { noted } from '../notes';
import { isTriggered, notedDue, type RotatingKey, type RotationSettings } from './rotation';

/** Plan and apply compute the changes from the same facts. */
export function keyChangesOf(
  prior: RotatingKey,
  { rotation }: { readonly rotation?: RotationSettings | undefined },
  notes: PrivateNotes,
): KeyChanges {
  const { unrevoked_ids = [], previous_id } = prior;
  const isGone = noted.gone.read(notes) === prior.id;
  const due = notedDue(prior, rotation ?? prior.rotation, notes);
  const isDue = rotation !== undefined && (due !== undefined || isTriggered(prior.rotation, rotation));
  const rotates = isDue && !isGone;
  const hasEnded = noted.overlapEnded.read(notes) === previous_id;
  const endsPrevious = previous_id !== undefined && (rotates || hasEnded);
  const endsCurrent = rotates && rotation?.overlap_days === 0;
  return {
    issues: isGone || rotates,
    isGone,
    revokes: [...unrevoked_ids, ...(endsPrevious ? [previous_id] : []), ...(endsCurrent ? [prior.id] : [])],
    overlaps: rotates && !endsCurrent,
    endsEarly: endsPrevious && !hasEnded,
    due,
    ...(rotates ? { overlapDays: rotation?.overlap_days } : {}),
  };
}

interface Draft {
  recompute(attribute: Changing): void;
  setComputed(attribute: 'previous_id', value: string): void;
  clear(attribute: Changing): void;
}

type Changing = (typeof issued)[number] | (typeof ofPrevious)[number] | 'unrevoked_ids';
const issued = namesOf(apiKeys.fields, 'assigned', 'issued');
const ofPrevious = ['previous_id', 'previous_expires_at'] as const;

export function planNoEarlierKeys(draft: Pick<Draft, 'clear'>): void {
  for (const name of [...ofPrevious, 'unrevoked_ids'] as const) draft.clear(name);
}

/**
 * Plans the computed attributes. A plan that issues a key leaves the earlier keys unknown, because the platform may
 * refuse a revocation. A key that cannot be revoked stays in the state.
 */
export function planKeyChanges(
  prior: RotatingKey,
  { issues, isGone, revokes, overlaps }: KeyChanges,
  draft: Draft,
): void {
  const { previous_id, unrevoked_ids = [] } = prior;
  if (issues) for (const name of issued) draft.recompute(name);
  if (issues && !isGone) for (const name of ofPrevious) draft.recompute(name);
  else if (previous_id !== undefined && revokes.includes(previous_id))
    for (const name of ofPrevious) draft.clear(name);
  if (overlaps) draft.setComputed('previous_id', prior.id);
  if (issues && earlierIds(prior).length > 0) draft.recompute('unrevoked_ids');
  else if (unrevoked_ids.length > 0) draft.clear('unrevoked_ids');
}
