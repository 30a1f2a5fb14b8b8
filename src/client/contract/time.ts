import { text } from './decode';
import { assigned } from './fields';

/** ISO 8601 UTC; see `timeOf` for others. It never changes, so another spelling, such as that of a list, is no difference. */
export const timeOfCreation = assigned(text, { canonical: () => undefined });

/** Returns the same text for each spelling of a second. A text that is no time is its own spelling. */
export function secondOf(shown: string): string {
  const time = timeOf(shown);
  return Number.isNaN(time) ? shown : `${Math.floor(time / 1000)}`;
}

/** Larger numbers are parts of a second: as seconds they would be in the year 5138. */
const mostSeconds = 1e11;

/**
 * Returns the milliseconds since 1970 of a time as the platform shows it: ISO 8601, RFC 9110, or a number of seconds,
 * milliseconds, microseconds or nanoseconds. A time without a zone is UTC. NaN if it is absent or cannot be read.
 */
export function timeOf(shown: string | undefined): number {
  if (shown === undefined) return Number.NaN;
  if (/^\d{9,30}(?:\.\d+)?$/.test(shown)) {
    let seconds = Number(shown);
    while (seconds >= mostSeconds) seconds /= 1000;
    return seconds * 1000;
  }
  // Date.parse reads a time without a zone as local time.
  const hasNoZone = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(shown);
  return Date.parse(hasNoZone ? `${shown.replace(' ', 'T')}Z` : shown);
}
