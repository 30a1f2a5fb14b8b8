import type { Client, ManagedCollectionName } from '../client';
import type { ResourceDefinition } from '../plugin/define/definition';
import { type CreationRules, type CreationTypes, Kind } from './creation/kind';
import { atOrigins } from './origins';
import type { Platform } from './platform';
import * as resources from './resources';
import type { LacksOperation } from './unavailable-operations';

/** The exports of a file in `resources/`. */
interface ManagedResource {
  readonly definition: ResourceDefinition<Platform>;
  readonly creation: CreationRules<CreationTypes>;
}

const registered: readonly ManagedResource[] = Object.values(resources);

/** The collection of each resource's objects, by the resource's type name. */
export const collectionOfResource: ReadonlyMap<string, ManagedCollectionName> = new Map(
  registered.map(({ definition, creation }) => [definition.name, creation.collection]),
);

/** The definitions of all resources. */
export const resourceDefinitions = registered.map(({ definition }) => atOrigins(definition));

/** Returns every kind of object that is created once. */
export function kindsOf(client: Client, lacksOperation: LacksOperation): readonly Kind[] {
  return registered.map(
    ({ definition, creation }) =>
      new Kind(definition.name, creation, client[creation.collection], lacksOperation),
  );
}
