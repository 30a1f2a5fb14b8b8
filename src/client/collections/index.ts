import type { CollectionContract, CollectionTypes, ListContract } from '../contract/collection-contract';
import {
  type CollectionName,
  type Collections,
  collectionNames,
  collections,
  isManaged,
} from '../contract/operations';
import { Patience } from '../http/patience';
import type { Transport } from '../http/transport';
import { type Collection, createCollection } from './collection';
import { type Listed, Listing } from './listing';

/** A collection that is only listed. */
interface List<Item> {
  list(): Promise<Listed<Item>>;
  /** See `Collection`. */
  pages(): AsyncIterable<readonly Item[]>;
}

/** What can be called on a collection, by its contract. */
type CollectionClient<Contract> =
  Contract extends CollectionContract<infer Types>
    ? Collection<Types>
    : Contract extends ListContract<infer Item>
      ? List<Item>
      : never;

/** The clients of all collections, by name. */
export type CollectionClients = {
  readonly [Name in CollectionName]: CollectionClient<Collections[Name]>;
};

export function connectCollections(transport: Transport): CollectionClients {
  const patience = new Patience(transport);
  const clients = collectionNames.map(name => [name, connect(transport, name, patience)] as const);
  // Each name has the client of its own contract, which no loop can tell the compiler.
  return Object.fromEntries(clients) as CollectionClients;
}

function connect(
  transport: Transport,
  name: CollectionName,
  patience: Patience,
): Collection<CollectionTypes> | List<object> {
  if (isManaged(name)) return createCollection<CollectionTypes>(transport, name, collections[name], patience);
  const { item } = collections[name];
  const begin = () => new Listing({ transport, list: `${name}.list`, item });
  return { list: () => begin().all(), pages: () => begin().pages() };
}
