const firstCeilingMilliseconds = 500;
const lastCeilingMilliseconds = 30_000;

/**
 * Wait before a retry: a random time between 0 and a ceiling that doubles with each retry ("full jitter"). Without
 * the random part, calls that failed at the same time would retry at the same time.
 * @param retry 1 for the first retry.
 */
export function backoffMilliseconds(retry: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMilliseconds * 2 ** (retry - 1), lastCeilingMilliseconds);
  return Math.round(random() * ceiling);
}
