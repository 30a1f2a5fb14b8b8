/**
 * Returns host and port of an endpoint's address: all of it that a message may show. The rest may hold a token of the
 * receiver. Undefined if there is no such part.
 */
export function hostOf(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    return new URL(url).host;
  } catch {
    return undefined;
  }
}
