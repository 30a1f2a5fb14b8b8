import { Identifiers } from '../collections/identifiers';
import type { Issue } from '../collections/sandbox-collection';
import {
  brokenReference,
  type CollectionName,
  collectionNames,
  createStore,
  type Store,
  type TypesOf,
} from '../store/store';

/** Initial content of a new platform. The platform generates the ids, except where a tenant has its own. */
export type Seed = {
  readonly [Name in CollectionName]?: readonly TypesOf<Name>['request'][];
};

/** Two tenants with fixed ids for examples and documentation. */
export const defaultSeed: Seed = {
  tenants: [
    { id: 'ten_acme', name: 'Acme' },
    { id: 'ten_globex', name: 'Globex' },
  ],
};

/** A seed that cannot be planted. Some of it may be there: a platform with this error is not started. */
export class SeedError extends Error {
  override readonly name = 'SeedError';

  constructor(
    /** Place in the seed, such as `tenants.2.id`. */
    readonly place: string,
    readonly problem: string,
  ) {
    super(`The seed is invalid. At ${place || 'the top'}: ${problem}.`);
  }
}

/** @throws {SeedError} */
export function plant(seed: Seed, store: Store): void {
  if (typeof seed !== 'object' || seed === null || Array.isArray(seed)) {
    throw new SeedError('', 'must be an object');
  }
  const unknown = Object.keys(seed).find(name => !collectionNames.includes(name));
  if (unknown !== undefined) throw new SeedError(unknown, `is none of ${collectionNames.join(', ')}`);
  for (const [name, list] of Object.entries(seed)) {
    const issue = list === undefined ? undefined : store.collections.get(name)?.plant(list);
    if (issue !== undefined) throw new SeedError(pathOf(name, issue), issue.message);
  }
  // Whatever the order of the lists: an object may come before the one that it names.
  for (const [name, objects] of store.collections)
    for (const object of objects.all()) {
      const broken = brokenReference(store, objects, object);
      if (broken !== undefined)
        throw new SeedError(name, `${broken.field} names no ${broken.noun} of the seed (${broken.id})`);
    }
}

/**
 * A seed from a file, before anything is started with it.
 * @throws {SeedError}
 */
export function checkedSeed(content: unknown): Seed {
  const identifiers = new Identifiers({}, 'test', Date.now);
  // `plant` refuses everything that is not a seed.
  const seed = content as Seed;
  plant(seed, createStore('', identifiers));
  return seed;
}

const pathOf = (name: string, { path }: Issue) => [name, ...path].join('.');
