import type { CollectionSnapshot } from './collection-snapshot';
import type { Listed } from './creatable';
import type { Intent } from './journal/entry';

/** Tolerance for the platform's clocks, milliseconds. The Date header has whole seconds, and machines may differ. */
const clockTolerance = 2000;

/** A span of time by the platform's clock, milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

/**
 * Returns the one object that meets the evidence of decision 8. It is the only one that looks the same, it did not
 * exist before, and it was created within the request.
 *
 * @param spans when a request may have taken effect
 */
export function evident(
  candidates: readonly Listed[],
  { isComplete }: Pick<Intent, 'isComplete'>,
  after: CollectionSnapshot,
  spans: readonly Span[],
): Listed | undefined {
  const [only] = candidates;
  if (only === undefined || candidates.length > 1 || !isComplete || !after.isComplete) return undefined;
  const created = Date.parse(only.created_at);
  const isInTime = ([from, to]: Span) => created >= from - clockTolerance && created <= to + clockTolerance;
  return spans.some(isInTime) ? only : undefined;
}
