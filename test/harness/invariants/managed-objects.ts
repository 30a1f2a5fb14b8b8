import type { Fields } from '../../../src/client/contract/fields';
import { collections } from '../../../src/client/contract/operations';
import { collectionOfResource } from '../../../src/provider/registered-resources';
import type { SandboxControls } from '../../../src/sandbox';

type Collections = Pick<SandboxControls, 'collections'>;

/** All that is on the platform in collections which some resource manages, with the secrets that no output may show. */
export function managedObjects({ collections }: Collections) {
  return [...new Set(collectionOfResource.values())].flatMap(name => {
    const controls = collections.get(name);
    return (controls?.all() ?? []).map(({ id }) => {
      const secrets = (controls?.secretsOf(id) ?? []).map(value => ({ name: `the secret of ${id}`, value }));
      return { id, secrets };
    });
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
