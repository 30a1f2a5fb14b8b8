import { setMaxListeners } from 'node:events';
import { checkConnection } from './check-connection';
import { type ApiKeys, createApiKeys } from './collections/api-keys';
import { createTenants, type Tenants } from './collections/tenants';
import { createWebhooks, type Webhooks } from './collections/webhooks';
import { systemClock } from './http/clock';
import { createConnectionPool } from './http/create-connection-pool';
import { fixedCredential } from './http/credential-source';
import { createPlatformClock, type PlatformTime } from './http/platform-time';
import { createRateGate } from './http/rate-gate';
import { createTransport, type Transport } from './http/transport';
import { createRedactor } from './redaction/redaction';
import type { ClientOptions } from './settings';
import { type ClientSettings, checkSettings } from './settings';

/** The platform's API, as far as this project calls it. All failures of calls are `PlatformError`s. */
export interface Client {
  /** @throws {Unreachable} @throws {NoApi} @throws {Unauthorized} A key that may do little is fine. */
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
    checkConnection: () => checkConnection(transport, () => webhooks.readAhead(), settings.base),
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
