import type { CollectionName as ContractName } from '../../client/contract/operations';
import * as registered from '../collections';
import type { Identifiers } from '../collections/identifiers';
import type { CollectionTypes, SandboxCollection } from '../collections/sandbox-collection';
import { ObjectCollection } from './object-collection';

/** Compilation fails here if the sandbox does not serve a collection of the client's contract. */
const definitions = { ...registered } satisfies Record<ContractName, SandboxCollection<CollectionTypes>>;

export type CollectionName = keyof typeof definitions;
export type TypesOf<Name extends CollectionName> =
  (typeof definitions)[Name] extends SandboxCollection<infer Types> ? Types : never;

export type AnyCollection = ObjectCollection<CollectionTypes>;

/** All data of the platform, in memory. */
export type Store = {
  readonly [Name in CollectionName]: ObjectCollection<TypesOf<Name>>;
} & {
  /** The sandbox's own unrestricted key. It is in no list, so a platform without objects is empty. */
  readonly rootKey: string;
  readonly collections: ReadonlyMap<string, AnyCollection>;
};

export const collectionNames = Object.keys(definitions);

export function createStore(rootKey: string, identifiers: Identifiers): Store {
  const objects = Object.entries<SandboxCollection<CollectionTypes>>(definitions).map(
    ([name, definition]) => [name, new ObjectCollection(definition, identifiers)] as const,
  );
  // Each name has the objects of its own definition. The compiler cannot infer that from a loop.
  const byName = Object.fromEntries(objects) as Omit<Store, 'rootKey' | 'collections'>;
  return { ...byName, rootKey, collections: new Map(objects) };
}

/** Returns the field of a request that refers to a missing object, and the kind that it expects. */
export function brokenReference(
  store: Store,
  { definition: { references = {} } }: AnyCollection,
  request: object,
): { readonly field: string; readonly noun: string; readonly id: string } | undefined {
  for (const [field, target] of Object.entries(references)) {
    const id = String(Reflect.get(request, field));
    const objects = [...store.collections.values()].find(({ definition }) => definition === target);
    if (objects?.get(id) === undefined) return { field, noun: target.noun, id };
  }
  return undefined;
}
