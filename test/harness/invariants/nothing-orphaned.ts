import type { Invariant } from './observation';

/** Attributes in which a state holds the id of an object on the platform. */
const idAttributes = ['id', 'previous_id'];

/** Whatever is on the platform is known to the state, or was never Terraform's. */
export const nothingOrphaned: Invariant = ({ state, platform, strangers }) => {
  const managed = state.resources.filter(({ mode }) => mode === 'managed');
  const known = new Set(managed.flatMap(({ values }) => idAttributes.map(name => values[name])));
  return [...platform.webhooks.all(), ...platform.apiKeys.all()]
    .filter(({ id }) => !known.has(id) && !strangers.has(id))
    .map(({ id }) => `${id} is on the platform and in no state`);
};
