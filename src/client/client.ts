import { checkConnection } from './check-connection';
import { type Collection, createCollection, type List } from './collections/collection';
import { Listing } from './collections/listing';
import type { CollectionTypes, TypesOf } from './contract/collection-contract';
import type { Fields } from './contract/fields';
import {
  type CollectionName,
  type Collections,
  collectionNames,
  collections,
  isManaged,
  type ManagedCollectionName,
} from './contract/operations';
import { Patience } from './http/patience';
import type { PlatformTime } from './http/platform-time';
import type { ClientOptions } from './http/settings';
import { createTransport, type Transport } from './http/transport';

/** What can be called on each collection, by its name. */
type CollectionClients = {
  readonly [Name in ManagedCollectionName]: Collection<TypesOf<Collections[Name]['fields']>>;
} & {
  readonly [Name in Exclude<CollectionName, ManagedCollectionName>]: List<
    ReturnType<Collections[Name]['item']>
  >;
};

/** The platform's API, as far as this project uses it. Every failed call throws a `PlatformError`. */
export interface Client extends CollectionClients {
  /** A key with few scopes passes. @throws {PlatformError<'Unreachable' | 'NoApi' | 'Unauthorized'>} */
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
  const patience = new Patience(transport);
  const clients = collectionNames.map(name => [name, connect(transport, name, patience)] as const);
  // Each name has the client of its own contract, which no loop can tell the compiler.
  const connected = Object.fromEntries(clients) as CollectionClients;
  return {
    ...connected,
    checkConnection: () => checkConnection(transport, () => connected.webhooks.readAhead()),
    hasRefusedPageSize: () => transport.refusedLimits.has(transport.pageSize),
    platformTime: () => transport.platformClock.latest,
    conceal(secrets) {
      for (const secret of secrets) transport.redactor.remember(secret);
    },
    close: transport.close,
  };
}

function connect(
  transport: Transport,
  name: CollectionName,
  patience: Patience,
): Collection<CollectionTypes> | List<object> {
  if (isManaged(name)) return createCollection<Fields>(transport, name, collections[name], patience);
  const { item } = collections[name];
  const begin = () => new Listing({ transport, list: `${name}.list`, item });
  return { list: () => begin().all(), pages: () => begin().pages() };
}
