import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { timeOf } from '../contract/time';
import { isKind, PlatformError } from '../errors';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';

/** An object of this age is shown by every read, or gone. */
const longestLagMilliseconds = 60_000;
/** For all reads of a client together: a thousand young objects that are gone must not wait a thousand times. */
const longestWaitMilliseconds = 10_000;
const [firstPause, lastPause] = [250, 2000];

interface Source<Item> {
  readonly transport: Pick<Transport, 'call' | 'clock' | 'isUnavailable' | 'platformClock' | 'signal'>;
  readonly get: OperationName;
  readonly item: Decoder<Item>;
}

/**
 * Asks again for objects that no read shows although they are new: on some platforms, reads lag behind writes. Taken for
 * deleted, such an object would be made a second time.
 */
export class LateReads<Item extends { readonly id: string }> {
  private end: number | undefined;

  /** @param askList asks without a GET, for a platform that has none */
  constructor(
    private readonly source: Source<Item>,
    private readonly askList: (id: string) => Promise<Item | undefined>,
  ) {}

  /** Undefined if the object is gone: it is older, or the time is over. */
  async find(id: string, created: unknown): Promise<Item | undefined> {
    const { transport, get } = this.source;
    const { clock, signal } = transport;
    if (!this.isYoung(created)) return undefined;
    this.end ??= clock.monotonic() + longestWaitMilliseconds;
    for (let pause = firstPause; clock.monotonic() < this.end; pause = Math.min(pause * 2, lastPause)) {
      await clock.sleep(Math.min(pause, this.end - clock.monotonic()), signal).catch(() => {
        throw new PlatformError('Cancelled', { operation: get });
      });
      const found = await (transport.isUnavailable(get) ? this.askList(id) : this.ask(id));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async ask(id: string): Promise<Item | undefined> {
    const { transport, get: operation, item } = this.source;
    try {
      const found = decodeResponse(await transport.call({ operation, id }), operation, item);
      return found.id === id ? found : undefined;
    } catch (error) {
      if (isKind(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  /** By the platform's clock, as far as it has one: this machine's may be an hour off. */
  private isYoung(created: unknown): boolean {
    const { clock, platformClock } = this.source.transport;
    const shown = platformClock.latest;
    const now = shown === undefined ? clock.now() : shown.now + clock.monotonic() - shown.at;
    return typeof created === 'string' && Math.abs(now - timeOf(created)) < longestLagMilliseconds;
  }
}
