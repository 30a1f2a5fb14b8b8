/** A platform that asks for an hour must not hold a person's plan for an hour. */
const longestPauseMilliseconds = 60_000;

/** Milliseconds that a Retry-After header asks for, capped; `undefined` when it is absent or unreadable. */
export function retryAfterMilliseconds(header: string | undefined, now: number): number | undefined {
  const value = header?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestPauseMilliseconds);
  // Date.parse also takes "-5" and "1.5" for dates, which are neither form of RFC 9110, 10.2.3.
  const time = /^[A-Za-z]{3,}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time - now, 0), longestPauseMilliseconds);
}
