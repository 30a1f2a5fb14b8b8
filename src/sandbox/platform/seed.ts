import { unknownFields } from '../store/accept';
import {
  type AnyCollection,
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
    const objects = store.collections.get(name);
    if (list === undefined || objects === undefined) continue;
    if (!Array.isArray(list)) throw seedError(name, 'must be an array');
    for (const [index, element] of list.entries()) plantObject(objects, `${name}.${index}`, element);
  }
  // Whatever the order of the lists: an object may come before the one that it names.
  for (const [name, objects] of store.collections)
    for (const object of objects.all()) {
      const broken = brokenReference(store, objects, object);
      if (broken !== undefined)
        throw seedError(name, `${broken.field} names no ${broken.noun} of the seed (${broken.id})`);
    }
}

function plantObject(objects: AnyCollection, place: string, element: object): void {
  const { creation } = { ...objects.definition, ...objects.definition.behindTheBack };
  const parsed = creation.safeParse(element);
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: 'is invalid' }] = parsed.error.issues;
    throw seedError([place, ...path].join('.'), message);
  }
  // Without this, a misspelt field would be dropped without a message.
  const [unknown] = unknownFields(element, parsed.data);
  if (unknown !== undefined) throw seedError(place, `Unrecognized key: "${unknown}"`);
  if (objects.get(String(Reflect.get(parsed.data, 'id'))) !== undefined)
    throw seedError(`${place}.id`, 'is the id of an earlier item, too');
  objects.create(parsed.data);
}
