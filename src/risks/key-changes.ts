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
}

export type KeyChangeFinding =
  | {
      readonly risk: 'key-rotated';
      /** `perhaps`: a value that is known after apply decides. */
      readonly how: 'gone' | 'at once' | 'with overlap' | 'perhaps';
    }
  | {
      readonly risk: 'key-revoked';
      readonly id: string;
      /** `current`: the key in use. `early` and `ended`: the previous key, in its overlap or after it. */
      readonly which: 'current' | 'early' | 'ended' | 'left over';
    };

/** Returns what a change of a key does to its value, and to the keys before it. */
export function keyChangeFindings(
  { id, previous_id }: Pick<HeldKeys, 'id' | 'previous_id'>,
  { isGone, issues, endsEarly, revokes }: KeyChanges,
  mayRotate: boolean,
): readonly KeyChangeFinding[] {
  const findings: KeyChangeFinding[] = [];
  if (isGone) findings.push({ risk: 'key-rotated', how: 'gone' });
  else if (issues)
    findings.push({ risk: 'key-rotated', how: revokes.includes(id) ? 'at once' : 'with overlap' });
  else if (mayRotate) findings.push({ risk: 'key-rotated', how: 'perhaps' });
  for (const revoked of revokes) {
    const ofPrevious = endsEarly ? 'early' : 'ended';
    const ofEarlier = revoked === previous_id ? ofPrevious : 'left over';
    findings.push({ risk: 'key-revoked', id: revoked, which: revoked === id ? 'current' : ofEarlier });
  }
  if (mayRotate && previous_id !== undefined && !revokes.includes(previous_id))
    findings.push({ risk: 'key-revoked', id: previous_id, which: 'early' });
  return findings;
}
