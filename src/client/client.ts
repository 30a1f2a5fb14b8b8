import { setMaxListeners } from 'node:events';
import { type ApiKeys, createApiKeys } from './api-keys';
import { checkConnection } from './check-connection';
import type { ClientEvent } from './client-event';
import { type ClientSettings, checkSettings } from './client-settings';
import { type Clock, systemClock } from './clock';
import { createConnectionPool } from './connection-pool';
import type { OperationName } from './contract';
import { type CredentialSource, fixedCredential } from './credential-source';
import { createPlatformClock, type PlatformTime } from './platform-time';
import type { Proxies } from './proxies';
import { createRateGate } from './rate-gate';
import { createRedactor } from './redaction';
import { createTenants, type Tenants } from './tenants';
import { createTransport, type Transport } from './transport';
import { createWebhooks, type Webhooks } from './webhooks';

export interface ClientOptions {
  /** Platform's address: https, or http for loopback hosts; a path prefix is allowed. */
  readonly baseUrl: string;
  /** An API key, or where access tokens come from. Goes into the Authorization header alone (paragraph 5, rule 3). */
  readonly credential: string | CredentialSource;
  /** For one attempt, headers and whole body; seconds. @default 30 */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Repetitions of one call at most. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Starts of requests a second at most. @default no limit but the platform's own */
  readonly requestsPerSecond?: number | undefined;
  /** Operations that the platform lacks: never called. @default none */
  readonly unavailableOperations?: readonly OperationName[] | undefined;
  /**
   * `coalesced`: reads share the pages of a listing where that costs fewer requests than a GET each, and are
   * never older than the client. `each`: a GET a read.
   * @default coalesced
   */
  readonly refresh?: 'coalesced' | 'each' | undefined;
  /** @default cdktf-provider-svc */
  readonly userAgent?: string | undefined;
  /** PEM text of certificates trusted in addition to Node's own. @default none */
  readonly extraCertificates?: string | undefined;
  /** @default none: the environment is not looked at */
  readonly proxies?: Proxies | undefined;
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** For jitter and idempotency keys: at least 0, below 1. */
  readonly random?: (() => number) | undefined;
  /** Ends waits and reads, and lets no call begin; a write on its way is awaited, as its answer holds an id. */
  readonly signal?: AbortSignal | undefined;
}

/** The platform's API, as far as this project calls it. All failures of calls are `PlatformError`s. */
export interface Client {
  /** @throws {Unreachable} @throws {Unauthorized} A key that may do little is fine. */
  checkConnection(): Promise<void>;
  readonly webhooks: Webhooks;
  readonly apiKeys: ApiKeys;
  readonly tenants: Tenants;
  /** What the platform's clock shows, by its last answer; `undefined` while no answer has told it. */
  platformTime(): PlatformTime | undefined;
  /** Lets no error repeat these values, which the platform may know and echo. */
  conceal(secrets: readonly string[]): void;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/** @throws {InvalidOption} naming the option, never its value. */
export function createClient(options: ClientOptions): Client {
  const settings = checkSettings(options);
  const pool = createConnectionPool({
    base: settings.base,
    connectTimeoutMilliseconds: settings.timeoutSeconds * 1000,
    extraCertificates: options.extraCertificates,
    proxies: options.proxies,
  });
  const transport = assembleTransport(options, settings, pool);
  const webhooks = createWebhooks(transport);
  return {
    checkConnection: () => checkConnection(transport, () => webhooks.readAhead()),
    webhooks,
    apiKeys: createApiKeys(transport),
    tenants: createTenants(transport),
    platformTime: () => transport.platformClock.latest,
    conceal(secrets) {
      for (const secret of secrets) transport.redactor.remember(secret);
    },
    close: () => pool.close(),
  };
}

function assembleTransport(
  options: ClientOptions,
  settings: ClientSettings,
  pool: ReturnType<typeof createConnectionPool>,
): Transport {
  const { clock = systemClock, random = Math.random, onEvent = () => {}, signal } = options;
  // Each call in flight listens; Node warns on stderr at the eleventh otherwise.
  if (signal !== undefined) setMaxListeners(0, signal);
  const redactor = createRedactor();
  const gate = createRateGate(clock, settings.leastSpacingMilliseconds);
  return createTransport({
    ...settings,
    credential:
      typeof options.credential === 'string' ? fixedCredential(options.credential) : options.credential,
    pool,
    gate,
    redactor,
    clock,
    platformClock: createPlatformClock(),
    random,
    onEvent,
    signal,
  });
}
