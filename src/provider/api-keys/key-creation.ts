import type { apiKeys, NewApiKey } from '../../client/contract/api-keys';
import type { TypesOf } from '../../client/contract/collection-contract';
import type { HandlerContext } from '../../plugin/define/context';
import type { Reach } from '../../risks/reach';
import type { Platform } from '../connection/platform';
import type { CreationRules } from '../creates/managed-collection';

/** How a key is created once. The value of a key is lost with its answer, so another key is issued. */
export const keyCreation: CreationRules<TypesOf<typeof apiKeys.fields>> = {
  collection: 'apiKeys',
  noun: 'API key',
  labelOf: ({ name }) => JSON.stringify(name),
  isTakenOver: false,
  // A state also names the keys before the current one.
  alsoNames({ previous_id, unrevoked_ids }) {
    const ids = [previous_id, ...(Array.isArray(unrevoked_ids) ? unrevoked_ids : [])];
    return ids.filter(id => typeof id === 'string');
  },
};

/**
 * Returns the fields of a key. On the platform, an empty list means no limits (paragraph 5.1). Scopes are undefined if
 * nothing tells whether the key has any.
 */
export const fieldsOf = <Attributes extends Reach>({ unrestricted, ...attributes }: Attributes) => ({
  ...attributes,
  scopes: attributes.scopes ?? (unrestricted ? [] : undefined),
});

/** Issues a key. Returns the attributes that the platform sets. */
export async function issueKey(
  { scopes = [], ...wanted }: Reach & Pick<NewApiKey, 'name' | 'tenant_id'>,
  context: HandlerContext<Platform>,
) {
  const { id, key, environment, created_at } = await context.client.apiKeys.create(
    { ...wanted, scopes },
    context,
  );
  // Without a time of its own, a key would be due by the age of the key before it.
  return { id, key, environment, created_at: created_at ?? new Date(context.client.now()).toISOString() };
}
