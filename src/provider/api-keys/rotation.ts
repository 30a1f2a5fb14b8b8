import type { PrivateNotes, ValidateContext } from '../../plugin/define/context';

/** When a key is exchanged for a new one, and how long the old one goes on working. */
export interface Rotation {
  /** Age at which the key is due. */
  readonly after_days?: number | undefined;
  /** How long the previous key goes on working; 0 revokes it at once. */
  readonly overlap_days: number;
  /** Any change of these values makes the key due. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
}

/** What rotation looks at in a key's state. */
export interface RotatingKey {
  readonly id: string;
  readonly created_at?: string | undefined;
  readonly rotation?: Rotation | undefined;
  readonly previous_id?: string | undefined;
  readonly previous_expires_at?: string | undefined;
}

/** What a rotation gives new values to. */
export const rotated = [
  'id',
  'key',
  'environment',
  'created_at',
  'previous_id',
  'previous_expires_at',
] as const;

const day = 24 * 60 * 60 * 1000;

/**
 * Names of the notes in private state. Each holds the id of the key that it speaks of, so that a note outlived
 * by a rotation means nothing.
 */
const due = 'rotation_due';
const overlapEnded = 'overlap_ended';

/** Reads the clock at refresh, and notes what it says: plans are made of these notes and read no clock. */
export function noteWhatTheClockSays(key: RotatingKey, now: number, notes: PrivateNotes): void {
  const days = key.rotation?.after_days;
  const isDue =
    days !== undefined && key.created_at !== undefined && now >= Date.parse(key.created_at) + days * day;
  notes.set(due, isDue ? key.id : undefined);
  const { previous_id, previous_expires_at } = key;
  const hasEnded = previous_expires_at !== undefined && now >= Date.parse(previous_expires_at);
  notes.set(overlapEnded, hasEnded ? previous_id : undefined);
}

/** Wipes the slate once an update has done what was noted; the next refresh writes it anew. */
export function forgetWhatTheClockSaid(notes: PrivateNotes): void {
  notes.set(due, undefined);
  notes.set(overlapEnded, undefined);
}

/** Whether a change of this key rotates it: it was found due, or a trigger changed. */
export function isRotating(
  prior: RotatingKey,
  planned: { rotation?: Rotation | undefined },
  notes: PrivateNotes,
): boolean {
  if (planned.rotation === undefined) return false;
  const isDue = planned.rotation.after_days !== undefined && notes.get(due) === prior.id;
  return isDue || areTriggered(prior.rotation, planned.rotation);
}

/** Whether the previous key's time is over, so that the next apply revokes it. */
export function hasOverlapEnded(prior: RotatingKey, notes: PrivateNotes): boolean {
  return prior.previous_id !== undefined && notes.get(overlapEnded) === prior.previous_id;
}

export function overlapEnd({ overlap_days }: Rotation, now: number): string {
  return new Date(now + overlap_days * day).toISOString();
}

/** A rotation that is new to the key triggers nothing: the key was not issued under other triggers. */
function areTriggered(prior: Rotation | undefined, planned: Rotation): boolean {
  if (prior === undefined) return false;
  const before = Object.entries(prior.triggers ?? {});
  const after = planned.triggers ?? {};
  return before.length !== Object.keys(after).length || before.some(([name, value]) => after[name] !== value);
}

interface RotationConfig {
  readonly rotation?: Partial<Rotation> | undefined;
}

export function validateRotation({
  fail,
  isGiven,
  part,
}: Pick<ValidateContext<RotationConfig>, 'fail' | 'isGiven' | 'part'>): void {
  if (!isGiven('rotation')) return;
  const age = part('rotation', 'after_days');
  const overlap = part('rotation', 'overlap_days');
  const triggers = part('rotation', 'triggers');
  const isWithout = (given: typeof age | typeof triggers) => given.isKnown && given.value === undefined;
  if (isWithout(age) && isWithout(triggers)) {
    fail('Rotation without occasion', 'Say when the key rotates: after_days, triggers, or both.', 'rotation');
  }
  if (!age.isKnown || !overlap.isKnown || age.value === undefined || overlap.value === undefined) return;
  if (overlap.value >= age.value) {
    const detail = 'overlap_days must be less than after_days: a key overlaps with one other key at most.';
    fail('Rotation overlap too long', detail, 'rotation');
  }
}
