import { clearAddress } from '../constructs/addresses/address';

/** All of an address that a message may show: the rest may hold a token. Undefined without one certain host. */
export function shownHost(url: unknown): string | undefined {
  return typeof url === 'string' ? clearAddress(url)?.host : undefined;
}
