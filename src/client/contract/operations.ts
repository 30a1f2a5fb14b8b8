import type { CollectionContract } from './collection-contract';
import * as registered from './collections';
import type { Operation } from './operation';

const oauth = {
  authorize: { method: 'GET', path: '/oauth/authorize', source: 'documented', paragraph: '4.3' },
  token: { method: 'POST', path: '/oauth/token', source: 'documented', paragraph: '4.4' },
} as const satisfies Record<string, Operation>;

export const collections = { ...registered };
export type Collections = typeof collections;
export type CollectionName = keyof Collections;

/** A collection with create, update and delete. */
export type ManagedCollectionName = {
  [Name in CollectionName]: Collections[Name] extends CollectionContract ? Name : never;
}[CollectionName];

/** Every operation that this project calls, by its name in the contract: `webhooks.create`. */
export type OperationName =
  | { [Name in CollectionName]: `${Name}.${keyof Collections[Name]['operations'] & string}` }[CollectionName]
  | `oauth.${keyof typeof oauth}`;

const groups: readonly (readonly [string, Readonly<Record<string, Operation>>])[] = [
  ...Object.entries(collections).map(([name, { operations }]) => [name, operations] as const),
  ['oauth', oauth],
];

/** The contract with the platform: every operation that this project calls. No file outside this folder contains a path. */
// The cast is sound: the type above is derived from the same objects, so the names are equal.
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

export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(collections, name);
}

export function isManaged(name: CollectionName): name is ManagedCollectionName {
  return 'create' in collections[name].operations;
}
