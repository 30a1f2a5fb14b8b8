import type { CollectionSnapshot } from './collection-snapshot';
import type { Listed } from './creatable';
import type { Intent } from './journal/entry';

/** The Date header has whole seconds, and the platform's machines may differ; milliseconds. */
const clockTolerance = 2000;

/** A span of time by the platform's clock, milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

/**
 * The one object that the evidence of decision 8 speaks for: it alone looks the same, was not there before, and was
 * created within the request.
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
