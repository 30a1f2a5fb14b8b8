import type { Fields } from '../../../src/client/contract/fields';
import { collections } from '../../../src/client/contract/operations';
import { collectionOfResource } from '../../../src/provider/registered-resources';
import type { SandboxControls } from '../../../src/sandbox';

type Collections = Pick<SandboxControls, 'collections'>;

/** An object of a collection that Terraform manages. */
export interface ManagedObject {
  readonly id: string;
  /** What no output may show. */
  readonly secrets: readonly string[];
}

/** All that is on the platform in collections which some resource manages. */
export function managedObjects({ collections }: Collections): readonly ManagedObject[] {
  return [...new Set(collectionOfResource.values())].flatMap(name => {
    const controls = collections.get(name);
    return (controls?.all() ?? []).map(({ id }) => ({ id, secrets: controls?.secretsOf(id) ?? [] }));
  });
}

/** What the platform keeps of an object, its secrets included; undefined when it is gone. */
export function keptObject({ collections }: Collections, resource: string, id: string): object | undefined {
  return collections.get(collectionOfResource.get(resource) ?? '')?.stored(id);
}

export function fieldsOfResource(resource: string): Fields {
  const name = collectionOfResource.get(resource);
  return name === undefined ? {} : collections[name].fields;
}

export function isManaged(resource: string): boolean {
  return collectionOfResource.has(resource);
}
