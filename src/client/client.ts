import { checkConnection } from './check-connection';
import { type CollectionClients, connectCollections } from './collections';
import type { PlatformTime } from './http/platform-time';
import type { ClientOptions } from './http/settings';
import { createTransport } from './http/transport';

/** The platform's API, as far as this project uses it. Every failed call throws a `PlatformError`. */
export interface Client extends CollectionClients {
  /**
   * Checks the address and the key. A key with few scopes passes.
   * @throws {PlatformError<'Unreachable'>} @throws {PlatformError<'NoApi'>} @throws {PlatformError<'Unauthorized'>}
   */
  checkConnection(): Promise<void>;
  /** True if the platform has refused the size of pages that the options name. */
  hasRefusedPageSize(): boolean;
  /** Returns the platform's time from its last response; `undefined` before the first one. */
  platformTime(): PlatformTime | undefined;
  /** Registers values that no error may repeat: the platform may know and echo them. */
  conceal(secrets: readonly string[]): void;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}

/** @throws {InvalidOption} naming the option, never its value. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const collections = connectCollections(transport);
  return {
    ...collections,
    checkConnection: () => checkConnection(transport, () => collections.webhooks.readAhead()),
    hasRefusedPageSize: () => transport.refusedLimits.has(transport.pageSize),
    platformTime: () => transport.platformClock.latest,
    conceal(secrets) {
      for (const secret of secrets) transport.redactor.remember(secret);
    },
    close: transport.close,
  };
}
