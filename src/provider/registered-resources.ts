import type { Client, CollectionTypes, ManagedCollectionName } from '../client';
import type { ResourceDefinition } from '../plugin/define/definition';
import { guardedByOrigin } from './connection/origins';
import type { Platform } from './connection/platform';
import { type CreationRules, ManagedCollection } from './creates/managed-collection';
import * as resources from './resources';

/** The exports of a file in `resources/`. */
interface ManagedResource {
  readonly definition: ResourceDefinition<Platform>;
  readonly creation: CreationRules<CollectionTypes>;
}

const registered: readonly ManagedResource[] = Object.values(resources);

/** The collection of each resource's objects, by the resource's type name. */
export const collectionOfResource: ReadonlyMap<string, ManagedCollectionName> = new Map(
  registered.map(({ definition, creation }) => [definition.name, creation.collection]),
);

export const resourceDefinitions = registered.map(({ definition }) => guardedByOrigin(definition));

/** The collections of all resources, by the resource's type name. */
export const managedCollections = (client: Client, lacksOperation: Platform['lacksOperation']) =>
  new Map(
    registered.map(({ definition: { name }, creation }) => [
      name,
      new ManagedCollection(name, creation, client[creation.collection], lacksOperation),
    ]),
  );
