import type { Dispatcher } from 'undici';
import type { Trust } from './connection-trust';
import type { Proxies } from './proxies';

/** A connection lent for one exchange. */
export interface Lease {
  readonly connection: Pick<Dispatcher, 'dispatch'>;
  /** @param usable false if the response was incomplete: the connection must not be used again */
  end(usable: boolean): void;
}

/** Connections to one origin. */
export interface ConnectionPool {
  take(): Promise<Lease>;
  /** Closes all connections immediately. Calls in flight fail. */
  close(): Promise<void>;
}

export interface PoolOptions extends Trust {
  readonly connectTimeoutMilliseconds: number;
  /** @default none */
  readonly proxies?: Proxies | undefined;
}
