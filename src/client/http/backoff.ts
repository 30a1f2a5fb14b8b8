const firstCeilingMilliseconds = 500;
const lastCeilingMilliseconds = 30_000;

/**
 * Wait before a retry: anything from nothing to a ceiling that doubles ("full jitter"), so that callers that
 * failed together do not come back together.
 * @param retry 1 for the first retry.
 */
export function backoffMilliseconds(retry: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMilliseconds * 2 ** (retry - 1), lastCeilingMilliseconds);
  return Math.round(random() * ceiling);
}
