import { timeOf } from '../contract/time';
import { isKind } from '../errors';
import type { Patience } from '../http/patience';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';
import type { PageCache } from './page-cache';

/** An object of this age is shown by every read, or gone. */
const longestLagMilliseconds = 60_000;

/**
 * Asks again for an object that no read shows although it is new: on some platforms, reads lag behind writes. Taken for
 * deleted, such an object would be made a second time. Undefined if it is gone: it is older, or the time is over.
 */
export async function findLate<Item extends { readonly id: string }>(
  cache: PageCache<Item>,
  id: string,
  created: unknown,
  patience: Patience,
): Promise<Item | undefined> {
  const { transport, get: operation, item } = cache.options;
  if (!isYoung(created, transport)) return undefined;
  return patience.until(operation, async () => {
    if (transport.isUnavailable(operation)) return (await cache.renewed()).request(id);
    try {
      const found = decodeResponse(await transport.call({ operation, id }), operation, item);
      return found.id === id ? found : undefined;
    } catch (error) {
      if (isKind(error, 'NotFound')) return undefined;
      throw error;
    }
  });
}

/** By the platform's clock, as far as it has one: this machine's may be an hour off. */
function isYoung(created: unknown, { clock, platformClock }: Transport): boolean {
  const shown = platformClock.latest;
  const now = shown === undefined ? clock.now() : shown.now + clock.monotonic() - shown.at;
  return typeof created === 'string' && Math.abs(now - timeOf(created)) < longestLagMilliseconds;
}
