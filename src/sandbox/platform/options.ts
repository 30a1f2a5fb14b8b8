import type { Environment } from '../collections/sandbox-collection';
import type { IdempotencyMode } from '../http/idempotency';
import type { RandomBytes } from '../store/identifiers';
import type { Seed } from './seed';

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 takes a free one (default). There is no other host: the sandbox is for this machine alone. */
  readonly port?: number;
  /** File that the platform is kept in over restarts; in memory alone when absent. */
  readonly dataFile?: string;
  /** What a new platform holds; two tenants, `ten_acme` and `ten_globex`, unless given. A data file's content wins. */
  readonly seed?: Seed;
  /** Environment of the keys it issues (`test`). */
  readonly environment?: Environment;
  /** How many times as fast as real time the delivery clock goes (1). */
  readonly speed?: number;
  /** Milliseconds added to every answer (0). */
  readonly latency?: number;
  /** Whether Idempotency-Key is honoured (default) or ignored, as the real platform may well do. */
  readonly idempotency?: IdempotencyMode;
  /** Seconds a receiver has to answer a delivery (10, paragraph 6.1.5). */
  readonly deliveryTimeoutSeconds?: number;
  /**
   * Whether deliveries go wherever endpoints point. Unless told so (false), they reach this machine alone, by the
   * address that a name resolves to: a stack under test must not call the real receiver.
   */
  readonly deliverAnywhere?: boolean;
  /** Milliseconds since 1970; the system's clock unless given. */
  readonly clock?: () => number;
  /** Source of ids and keys; the system's unless given. */
  readonly random?: RandomBytes;
  /** Told one line about each request and delivery, never a credential or a secret. */
  readonly log?: (line: string) => void;
}
