import type { Client, ManagedCollectionName } from '../client';
import type { Creatable, Identified } from './creation/creatable';
import { type CreationKind, type CreationTypes, creatableOf, type ManagedResource } from './creation-kind';
import * as resources from './resources';
import type { LacksOperation } from './unavailable-operations';

/** A kind of object that is created exactly once, connected to the operations of a client. */
export interface ConnectedKind {
  readonly creation: CreationKind<CreationTypes>;
  readonly creatable: Creatable<object, Identified>;
}

const registered: readonly ManagedResource[] = Object.values(resources);

/** The collection of each resource's objects, by the resource's type name. */
export const collectionOfResource: ReadonlyMap<string, ManagedCollectionName> = new Map(
  registered.map(({ definition, creation }) => [definition.name, creation.collection]),
);

/** The definitions of all resources. */
export const resourceDefinitions = registered.map(({ definition }) => definition);

/** Returns every kind of object that is created exactly once. */
export function kindsOf(client: Client, lacksOperation: LacksOperation): readonly ConnectedKind[] {
  return registered.map(({ definition, creation }) => ({
    creation,
    creatable: creatableOf(definition.name, creation, client[creation.collection], lacksOperation),
  }));
}
