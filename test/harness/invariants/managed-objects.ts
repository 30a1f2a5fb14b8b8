import type { Fields } from '../../../src/client/contract/fields';
import { collections } from '../../../src/client/contract/operations';
import { collectionOfResource } from '../../../src/provider/registered-resources';
import type { SandboxControls } from '../../../src/sandbox';

/** All that is on the platform in collections which some resource manages, with the secrets that no output may show. */
export function managedObjects({ collections }: Pick<SandboxControls, 'collections'>) {
  return [...new Set(collectionOfResource.values())].flatMap(name => {
    const controls = collections.get(name);
    return (controls?.all() ?? []).map(({ id }) => {
      const secrets = (controls?.secretsOf(id) ?? []).map(value => ({ name: `the secret of ${id}`, value }));
      return { id, secrets };
    });
  });
}

export function fieldsOfResource(resource: string): Fields {
  const name = collectionOfResource.get(resource);
  return name === undefined ? {} : collections[name].fields;
}
