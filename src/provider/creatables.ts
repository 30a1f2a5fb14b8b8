import type { Client, ManagedCollectionName } from '../client';
import type { Creatable, Identified } from './creation/creatable';
import { type CreationKind, type CreationTypes, creatableOf, type ManagedResource } from './creation-kind';
import * as resources from './resources';
import type { Lacks } from './unavailable-operations';

/** A kind of object that is created once, with the calls of a client. */
export interface ConnectedKind {
  readonly creation: CreationKind<CreationTypes>;
  readonly creatable: Creatable<object, Identified>;
}

const registered: readonly ManagedResource[] = Object.values(resources);

/** The collection that the objects of each resource are in, by the resource's type name. */
export const collectionOfResource: ReadonlyMap<string, ManagedCollectionName> = new Map(
  registered.map(({ definition, creation }) => [definition.name, creation.collection]),
);

/** The definitions of all resources. */
export const resourceDefinitions = registered.map(({ definition }) => definition);

/** Every kind of object that is created once. */
export function kindsOf(client: Client, lacks: Lacks): readonly ConnectedKind[] {
  return registered.map(({ definition, creation }) => ({
    creation,
    creatable: creatableOf<CreationTypes>(definition.name, creation, client[creation.collection], lacks),
  }));
}
