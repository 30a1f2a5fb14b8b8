import { managedObjects } from '../managed-objects';
import type { Invariant } from './observation';

/** Attributes in which a state holds ids of objects on the platform: one, or a list of them. */
const idAttributes = ['id', 'previous_id', 'unrevoked_ids'];

/** Whatever is on the platform is known to the state, or was never Terraform's. */
export const nothingOrphaned: Invariant = ({ state, platform, strangers }) => {
  const managed = state.resources.filter(({ mode }) => mode === 'managed');
  const known = new Set(managed.flatMap(({ values }) => idAttributes.flatMap(name => values[name])));
  return managedObjects(platform)
    .filter(({ id }) => !known.has(id) && !strangers.has(id))
    .map(({ id }) => `${id} is on the platform and in no state`);
};
