import { earlierIds, type HeldKeys } from './held-keys';
import type { KeyChanges } from './key-values';
import { isNarrowed, type Reach } from './reach';

/** The keys that a change harms, and how. */
export interface Harm {
  readonly deed: 'revoke' | 'narrow';
  readonly ids: readonly string[];
}

/** Returns the harm of a deletion: it revokes every key of the resource. */
export function harmOfDeletion(held: HeldKeys): Harm {
  return { deed: 'revoke', ids: [...earlierIds(held), held.id] };
}

/** Returns the harms of an update. A rotation narrows no key: the next one alone has the planned permissions. */
export function harmsOfUpdate(
  prior: HeldKeys & Reach,
  planned: Reach,
  { revokes, issues }: KeyChanges,
): readonly Harm[] {
  const revoking: Harm = { deed: 'revoke', ids: revokes };
  const narrows = !issues && isNarrowed(prior, planned);
  return narrows ? [revoking, { deed: 'narrow', ids: [prior.id] }] : [revoking];
}
