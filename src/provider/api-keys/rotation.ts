import { isDeepStrictEqual } from 'node:util';
import { timeOf } from '../../client/contract/time';
import type { PrivateNotes, ValidateContext } from '../../plugin/define/context';
import { daysSince } from '../../risks/days';
import type { HeldKeys } from '../../risks/held-keys';
import type { Rotation } from '../../risks/weakened-rotation';
import { noted } from '../notes';

export interface RotationSettings extends Rotation {
  /** 0 revokes the previous key at once. */
  readonly overlap_days: number;
  /** Any change of these values makes the key due. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
}

/** The attributes of a key's state that rotation reads. */
export interface RotatingKey extends HeldKeys {
  readonly created_at?: string | undefined;
  readonly rotation?: RotationSettings | undefined;
  readonly previous_expires_at?: string | undefined;
}

/** Largest age and overlap in days. With ten years, every computed date is valid. */
export const longestDays = 3650;

/** Returns the age in whole days. NaN if the platform shows no time. */
export function ageInDays(created_at: string | undefined, now: number): number {
  return daysSince(timeOf(created_at), now);
}

/** Returns the age of the key in whole days if the key is due. */
export function ageWhenDue({ created_at, rotation }: RotatingKey, now: number): number | undefined {
  const age = ageInDays(created_at, now);
  return rotation?.after_days !== undefined && age >= rotation.after_days ? age : undefined;
}

/**
 * Checks whether the key is due and whether the overlap has ended, and stores the answers in private state. A plan must
 * not read the clock (decision 5). A note that is still true stays as it is: notes change on transitions only.
 */
export function noteWhatTheClockSays(key: RotatingKey, now: number, notes: PrivateNotes): void {
  const age = ageWhenDue(key, now);
  if (age === undefined) noted.due.write(notes, undefined);
  else if (!notedDue(key, key.rotation, notes)) noted.due.write(notes, { id: key.id, age });
  const { previous_id, previous_expires_at } = key;
  const hasEnded = previous_expires_at !== undefined && now >= Date.parse(previous_expires_at);
  noted.overlapEnded.write(notes, hasEnded ? previous_id : undefined);
}

/**
 * A plan with `-refresh=false` must rotate nothing and end no overlap: by it, a report tells what time alone has made in another plan
 * of the same state. The notes go, since an apply plans again by them.
 */
export function forgetTheClock(notes: PrivateNotes): void {
  for (const note of [noted.due, noted.overlapEnded]) note.write(notes, undefined);
}

/** Returns the noted age of the key if it reaches the age that this rotation requires. */
export function notedDue({ id }: HeldKeys, rotation: RotationSettings | undefined, notes: PrivateNotes) {
  const due = noted.due.read(notes);
  const afterDays = rotation?.after_days;
  if (due?.id !== id || afterDays === undefined || !(due.age >= afterDays)) return undefined;
  return { age: due.age, afterDays };
}

/** True if a trigger has changed. A newly added rotation triggers nothing: the key has no earlier triggers to compare. */
export function isTriggered(prior: RotationSettings | undefined, planned: RotationSettings): boolean {
  return prior !== undefined && !isDeepStrictEqual({ ...prior.triggers }, { ...planned.triggers });
}

interface RotationConfig {
  readonly rotation?: Partial<RotationSettings> | undefined;
}

export function validateRotation({ fail, isGiven, part }: ValidateContext<RotationConfig>): void {
  if (!isGiven('rotation')) return;
  const age = part('rotation', 'after_days');
  const overlap = part('rotation', 'overlap_days');
  const triggers = part('rotation', 'triggers');
  const isWithout = (given: typeof age | typeof triggers) => given.isKnown && given.value === undefined;
  const advice = 'Say when to rotate the key: set after_days, triggers, or both.';
  if (isWithout(age) && isWithout(triggers)) fail('Rotation without a trigger', advice, 'rotation');
  if (!age.isKnown || !overlap.isKnown || age.value === undefined || overlap.value === undefined) return;
  // A number out of range has its own error.
  const isComparable = age.value >= 1 && overlap.value <= longestDays;
  if (isComparable && overlap.value >= age.value) {
    const detail = 'overlap_days must be less than after_days: a key can overlap with only one other key.';
    fail('Rotation overlap too long', detail, 'rotation');
  }
}
