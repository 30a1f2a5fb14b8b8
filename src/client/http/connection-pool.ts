import type { Dispatcher } from 'undici';
import type { Trust } from './connection-trust';
import type { Proxies } from './proxies';

/** A connection for one exchange. */
export interface Lease {
  readonly connection: Pick<Dispatcher, 'dispatch'>;
  /** @param usable false after an exchange without a whole answer, which leaves a connection in doubt. */
  end(usable: boolean): void;
}

/** Connections to the one origin. */
export interface ConnectionPool {
  take(): Promise<Lease>;
  /** Ends all connections at once; calls still in flight fail. */
  close(): Promise<void>;
}

export interface PoolOptions extends Trust {
  readonly connectTimeoutMilliseconds: number;
  /** @default none */
  readonly proxies?: Proxies | undefined;
}
