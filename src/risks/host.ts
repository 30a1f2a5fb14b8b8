import { clearAddress } from '../constructs/addresses/address';

/**
 * Returns host and port of an endpoint's address: all of it that a message may show. The rest may hold a token of the
 * receiver. Undefined if programs find different hosts in it, or none.
 */
export function shownHost(url: unknown): string | undefined {
  return typeof url === 'string' ? clearAddress(url)?.host : undefined;
}
