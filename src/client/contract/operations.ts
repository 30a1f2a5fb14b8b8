import { oauth } from './authorization-server';
import type { CollectionContract, CollectionTypes } from './collection-contract';
import * as registered from './collections';
import type { Operation } from './operation';

export type { Operation, Verb } from './operation';

export const collections = { ...registered };
export type Collections = typeof collections;
export type CollectionName = keyof Collections;

/** A collection whose objects are created, changed and deleted. */
export type ManagedCollectionName = {
  [Name in CollectionName]: Collections[Name] extends CollectionContract<CollectionTypes> ? Name : never;
}[CollectionName];

/** Every operation that this project calls, by its place in the contract: `webhooks.create`. */
export type OperationName =
  | { [Name in CollectionName]: `${Name}.${keyof Collections[Name]['operations'] & string}` }[CollectionName]
  | `oauth.${keyof typeof oauth}`;

const groups: readonly (readonly [string, Readonly<Record<string, Operation>>])[] = [
  ...Object.entries(collections).map(([name, { operations }]) => [name, operations] as const),
  ['oauth', oauth],
];

/** The contract with the platform: every operation that this project calls. No file outside this folder contains a path. */
// The names are those of the type above, which is derived from the same objects.
export const contract = Object.fromEntries(
  groups.flatMap(([group, operations]) =>
    Object.entries(operations).map(([verb, operation]) => [`${group}.${verb}`, operation]),
  ),
) as Readonly<Record<OperationName, Operation>>;

export const collectionNames = Object.keys(collections).filter(isCollectionName);

export const operationNames = Object.keys(contract).filter(isOperationName).sort();

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(contract, name);
}

/** Returns an operation with its optional fields visible to the compiler. */
export function operationOf(name: OperationName): Operation {
  return contract[name];
}

export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(collections, name);
}

export function isManaged(name: CollectionName): name is ManagedCollectionName {
  return 'create' in collections[name].operations;
}
