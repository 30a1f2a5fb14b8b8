import type { Issue } from '../collections/sandbox-collection';
import {
  brokenReference,
  type CollectionName,
  collectionNames,
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

/** A platform with this error is not started. @param place in the seed, such as `tenants.2.id` */
const seedError = (place: string, problem: string) =>
  new Error(`The seed is invalid. At ${place || 'the top'}: ${problem}.`);

/** @throws {Error} that names the first fault */
export function plant(seed: Seed, store: Store): void {
  if (typeof seed !== 'object' || seed === null || Array.isArray(seed)) {
    throw seedError('', 'must be an object');
  }
  const unknown = Object.keys(seed).find(name => !collectionNames.includes(name));
  if (unknown !== undefined) throw seedError(unknown, `is none of ${collectionNames.join(', ')}`);
  for (const [name, list] of Object.entries(seed)) {
    const issue = list === undefined ? undefined : store.collections.get(name)?.plant(list);
    if (issue !== undefined) throw seedError(pathOf(name, issue), issue.message);
  }
  // Whatever the order of the lists: an object may come before the one that it names.
  for (const [name, objects] of store.collections)
    for (const object of objects.all()) {
      const broken = brokenReference(store, objects, object);
      if (broken !== undefined)
        throw seedError(name, `${broken.field} names no ${broken.noun} of the seed (${broken.id})`);
    }
}

const pathOf = (name: string, { path }: Issue) => [name, ...path].join('.');
