import { setMaxListeners } from 'node:events';
import { checkConnection } from './check-connection';
import { type CollectionClients, connectCollections } from './collections';
import { systemClock } from './http/clock';
import { createConnectionPool } from './http/connections/create-connection-pool';
import { PlatformClock, type PlatformTime } from './http/platform-time';
import { RateGate } from './http/rate-gate';
import { createTransport } from './http/transport';
import { Redactor } from './redaction/redaction';
import { type ClientOptions, checkSettings } from './settings';

/** The platform's API, as far as this project uses it. Every failed call throws a `PlatformError`. */
export interface Client extends CollectionClients {
  /**
   * Checks the address and the key. A key with few scopes passes.
   * @throws {PlatformError<'Unreachable'>} @throws {PlatformError<'NoApi'>} @throws {PlatformError<'Unauthorized'>}
   */
  checkConnection(): Promise<void>;
  /** Returns the platform's time from its last response; `undefined` before the first one. */
  platformTime(): PlatformTime | undefined;
  /** Registers values that no error may repeat: the platform may know and echo them. */
  conceal(secrets: readonly string[]): void;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}

/** The transport of a client. @throws {InvalidOption} naming the option, never its value. */
export function connect(options: ClientOptions) {
  const settings = checkSettings(options);
  const pool = createConnectionPool({
    base: settings.base,
    connectTimeoutMilliseconds: settings.timeoutSeconds * 1000,
    extraCertificates: options.extraCertificates,
    proxies: options.proxies,
  });
  const { credential, clock = systemClock, random = Math.random, onEvent = () => {}, signal } = options;
  // Each call in flight adds a listener. Without this, Node.js warns on stderr at the eleventh.
  if (signal !== undefined) setMaxListeners(0, signal);
  const transport = createTransport({
    ...settings,
    credentialKind: typeof credential === 'string' ? 'API key' : 'login',
    credential: typeof credential === 'string' ? async () => credential : credential,
    pool,
    gate: new RateGate(clock, settings.leastSpacingMilliseconds),
    redactor: new Redactor(),
    clock,
    platformClock: new PlatformClock(),
    random,
    onEvent,
    signal,
  });
  return { transport, base: settings.base, close: () => pool.close() };
}

/** @throws {InvalidOption} naming the option, never its value. */
export function createClient(options: ClientOptions): Client {
  const { transport, base, close } = connect(options);
  const collections = connectCollections(transport);
  return {
    ...collections,
    checkConnection: () => checkConnection(transport, () => collections.webhooks.readAhead(), base),
    platformTime: () => transport.platformClock.latest,
    conceal(secrets) {
      for (const secret of secrets) transport.redactor.remember(secret);
    },
    close,
  };
}
