import type { Environment } from '../collections/identifiers';
import type { Dialect, DialectName } from '../dialects/dialects';
import type { Seed } from './seed';

export interface SandboxOptions {
  /** Port on 127.0.0.1. 0 selects a free one (default). The host is fixed: the sandbox serves this machine only. */
  readonly port?: number;
  /** Initial content; by default two tenants, `ten_acme` and `ten_globex`. */
  readonly seed?: Seed;
  /** Environment of the keys that the sandbox issues (`test`). */
  readonly environment?: Environment;
  /** Speed of the delivery clock, relative to real time (1). */
  readonly speed?: number;
  /** Delay of every response, in milliseconds (0). */
  readonly latency?: number;
  /** How the platform differs from our reading of its document: a name, or options. @default not at all */
  readonly dialect?: DialectName | Partial<Dialect>;
  /** Time-out of a delivery, in seconds (10, paragraph 6.1.5). */
  readonly deliveryTimeoutSeconds?: number;
  /**
   * Whether deliveries may leave this machine (false). By default they go to loopback addresses and `localhost` alone; no other
   * name is resolved. A stack under test must not call the real receiver.
   */
  readonly deliverAnywhere?: boolean;
  /** Milliseconds since 1970. @default the system's clock */
  readonly clock?: () => number;
  /** Receives one line for each request and delivery, never a credential or a secret. */
  readonly log?: ((line: string) => void) | undefined;
}
