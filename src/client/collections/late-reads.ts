import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { timeOf } from '../contract/time';
import { isKind } from '../errors';
import type { Patience } from '../http/patience';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';

/** An object of this age is shown by every read, or gone. */
const longestLagMilliseconds = 60_000;

interface Source<Item> {
  readonly transport: Pick<Transport, 'call' | 'clock' | 'isUnavailable' | 'platformClock'>;
  readonly get: OperationName;
  readonly item: Decoder<Item>;
}

/**
 * Asks again for objects that no read shows although they are new: on some platforms, reads lag behind writes. Taken for
 * deleted, such an object would be made a second time.
 */
export class LateReads<Item extends { readonly id: string }> {
  /** @param askList asks without a GET, for a platform that has none */
  constructor(
    private readonly source: Source<Item>,
    private readonly patience: Patience,
    private readonly askList: (id: string) => Promise<Item | undefined>,
  ) {}

  /** Undefined if the object is gone: it is older, or the time is over. */
  async find(id: string, created: unknown): Promise<Item | undefined> {
    const { transport, get } = this.source;
    if (!this.isYoung(created)) return undefined;
    return this.patience.until(get, () => (transport.isUnavailable(get) ? this.askList(id) : this.ask(id)));
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
