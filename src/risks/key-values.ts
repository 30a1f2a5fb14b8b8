import type { Fate } from './drift';
import { afterApply, type Finding, type Stays } from './finding';
import type { HeldKeys } from './held-keys';

/** Keys that an update issues and revokes. */
export interface KeyChanges {
  /** True if the update issues another key. */
  readonly issues: boolean;
  /** True if the current key was revoked outside Terraform. */
  readonly isGone: boolean;
  /** Ids of the keys that the update revokes, oldest first. */
  readonly revokes: readonly string[];
  /** True if the current key becomes the previous one and still works. */
  readonly overlaps: boolean;
  /** True if the previous key is revoked before its overlap has ended. */
  readonly endsEarly: boolean;
  /** The age that a refresh has noted, and the one that the rotation requires, in days. Undefined in reports: only the provider knows it. */
  readonly due?: { readonly age: number; readonly afterDays: number } | undefined;
  /** True if a value that is known after apply decides about a rotation. */
  readonly mayRotate?: boolean;
  /** How long the previous value of a rotation works, where the plan says it. */
  readonly overlapDays?: number | undefined;
}

/** A rotation sends the present key nothing: it is revoked, or stays as it is until its overlap ends. */
export function fateOfKey(id: string, { issues, revokes }: KeyChanges, stays: Stays): Fate {
  if (!issues) return 'restored';
  return revokes.includes(id) ? fateOfFormer(stays) : 'kept';
}

/** A removal, or a replacement, sends the former object nothing but its end. */
export function fateOfFormer(stays: Stays): Fate {
  if (stays === 'unknown') return 'untold';
  return stays ? 'kept' : 'leaving';
}

export const atOnce =
  'Applying revokes the current value at once. Its holders fail until they have the new value.';

/** Returns what an update does to the value of a key, and to the values before it. */
export function rotationFindings(
  key: HeldKeys,
  changes: KeyChanges,
  cannotRevoke: boolean,
): readonly Finding[] {
  const { id, previous_id } = key;
  const mayEnd = changes.mayRotate && previous_id !== undefined && !changes.revokes.includes(previous_id);
  const ends = changes.revokes.map(revoked =>
    revoked === id ? currentEnds : earlierEnds(key, revoked, changes),
  );
  return [
    ...issue(key, changes, cannotRevoke),
    ...(cannotRevoke ? [] : [...ends, ...(mayEnd ? [endsEarly(previous_id)] : [])]),
  ];
}

function issue(
  { id }: HeldKeys,
  { isGone, issues, revokes, due, mayRotate, overlapDays }: KeyChanges,
  cannotRevoke: boolean,
): readonly Finding[] {
  if (isGone) return [issuedAgain];
  if (!issues && !mayRotate) return [];
  const isAtOnce = revokes.includes(id) && !cannotRevoke;
  const { detail, ...finding } = !issues ? undecided : isAtOnce ? rotatedAtOnce : rotated;
  const why = due ? `It is at least ${due.age} days old, and after_days is ${due.afterDays}. ` : '';
  const isLimited = overlapDays && !cannotRevoke;
  const until = isLimited
    ? `${issues ? 'Its' : 'If it is rotated, its'} present value works for overlap_days (${overlapDays}) after the apply. `
    : issues || cannotRevoke
      ? ''
      : 'Without overlap, applying revokes the present value at once. ';
  return [{ ...finding, detail: `${why}${until}${issues && cannotRevoke ? untilRevoked : detail}` }];
}

const untilRevoked =
  'Its holders have to get the new value. The previous key works until somebody revokes it by hand.';

const issuedAgain: Finding = {
  risk: 'key-rotated',
  words: ['is issued again, because it is gone from the platform'],
  detail:
    'This stack did not revoke it, unless an apply was killed. The previous key works until its overlap ends.',
  warns: true,
};

const rotatedAtOnce: Finding = {
  risk: 'key-rotated',
  words: ['is rotated without overlap'],
  detail: `${atOnce} With overlap_days above 0, both values work for that time.`,
  warns: true,
};

const rotated: Finding = {
  risk: 'key-rotated',
  words: ['is rotated, and its present value goes on working'],
  detail:
    'Its holders have to get the new value before the overlap ends. Until then, the previous key keeps its name and ' +
    'scopes.',
  warns: 'together',
};

const undecided: Finding = {
  ...rotated,
  warns: true,
  words: ['may be rotated: that is known after apply'],
  detail: afterApply('rotation'),
};

const currentEnds: Finding = {
  risk: 'key-revoked',
  words: ['loses its present value when the next one is issued'],
  detail: 'Its holders then fail.',
};

function earlierEnds(key: HeldKeys, revoked: string, changes: KeyChanges): Finding {
  if (revoked === key.previous_id && changes.endsEarly) return endsEarly(revoked);
  const why =
    revoked === key.previous_id ? 'its overlap has ended' : 'the platform refused an earlier request';
  // No risk: an earlier plan has announced it, and a reviewer has approved that plan.
  return {
    words: ['loses an earlier value, ', { attribute: 'id', values: [revoked] }, `, because ${why}`],
  };
}

const endsEarly = (previous: string): Finding => ({
  risk: 'key-revoked',
  words: [
    'loses its previous value, ',
    { attribute: 'id', values: [previous] },
    ', before its overlap has ended',
  ],
  detail: 'Only one previous value can stay valid, and the one that follows it is rotated now.',
  warns: true,
});
