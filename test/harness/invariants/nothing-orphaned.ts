import { managedObjects } from './managed-objects';
import type { Invariant } from './observation';

/** Attributes of a state that contain ids of objects on the platform: one, or a list. */
const idAttributes = ['id', 'previous_id', 'unrevoked_ids'];

/** Every object on the platform is in the state, or was created without Terraform. */
export const nothingOrphaned: Invariant = ({ state, platform, strangers }) => {
  const managed = state.resources.filter(({ mode }) => mode === 'managed');
  const known = new Set(managed.flatMap(({ values }) => idAttributes.flatMap(name => values[name])));
  return managedObjects(platform)
    .filter(({ id }) => !known.has(id) && !strangers.has(id))
    .map(({ id }) => `${id} is on the platform and in no state`);
};
