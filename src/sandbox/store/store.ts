import type { CollectionName as ContractName } from '../../client/contract/operations';
import * as registered from '../collections';
import type { CollectionTypes, Making, SandboxCollection } from '../collections/sandbox-collection';
import { createObjects, type ObjectCollection } from './object-collection';

/** A collection of the client's contract that the sandbox does not serve is a compile error here. */
const definitions = { ...registered } satisfies Record<ContractName, SandboxCollection<CollectionTypes>>;

export type CollectionName = keyof typeof definitions;
export type TypesOf<Name extends CollectionName> =
  (typeof definitions)[Name] extends SandboxCollection<infer Types> ? Types : never;

export type AnyCollection = ObjectCollection<CollectionTypes>;

/** All data of the platform. With a data file, it survives a restart. */
export type Store = {
  readonly [Name in CollectionName]: ObjectCollection<TypesOf<Name>>;
} & {
  /**
   * The sandbox's own unrestricted key. It stands beside the issued keys and in no list, so that a platform on which
   * all was destroyed is empty.
   */
  readonly rootKey: string;
  /** Every collection by its name. */
  readonly collections: ReadonlyMap<string, AnyCollection>;
};

export const collectionNames = Object.keys(definitions);

/** @param changed told after every change */
export function createStore(rootKey: string, making: Making, changed: () => void): Store {
  const objects = Object.entries<SandboxCollection<CollectionTypes>>(definitions).map(
    ([name, definition]) => [name, createObjects(definition, making, changed)] as const,
  );
  // Each name has the objects of its own definition, which no loop can tell the compiler.
  const byName = Object.fromEntries(objects) as Omit<Store, 'rootKey' | 'collections'>;
  return { ...byName, rootKey, collections: new Map(objects) };
}

/**
 * The field of a request that names an object which does not exist, and what it should name. Absent when all is well.
 */
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
