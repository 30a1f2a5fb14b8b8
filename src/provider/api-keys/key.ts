import { apiKeys, type NewApiKey } from '../../client/contract/api-keys';
import type { TypesOf } from '../../client/contract/collection-contract';
import { watchedOf } from '../../client/contract/fields';
import type { HandlerContext, PrivateNotes } from '../../plugin/define/context';
import type { Warning } from '../../plugin/define/definition';
import { deletedKey, keyDrift } from '../../risks/drift';
import type { Reach } from '../../risks/reach';
import { shortened } from '../../words/printable';
import type { Platform } from '../connection/platform';
import type { CreationRules } from '../creates/managed-collection';
import type { WatchedKind } from '../found-drift';
import { noted } from '../notes';
import { ignoredScopes, keyWarnings, type Named, otherTenant } from './key-warnings';
import type { RotatingKey } from './rotation';

/** How a key is created once. The value of a key is lost with its answer, so another key is issued. */
export const keyCreation: CreationRules<TypesOf<typeof apiKeys.fields>> = {
  collection: 'apiKeys',
  noun: 'API key',
  labelOf: ({ name }) => JSON.stringify(name && shortened(name)),
  equal: undefined,
  // A state also names the keys before the current one.
  alsoNames({ previous_id, unrevoked_ids }) {
    const ids = [previous_id, ...(Array.isArray(unrevoked_ids) ? unrevoked_ids : [])];
    return ids.filter(id => typeof id === 'string');
  },
};

/** On the platform, an empty list means no limits (paragraph 5.1). Undefined scopes cannot be told. */
export const fieldsOf = <Attributes extends Reach>({ unrestricted, ...attributes }: Attributes) => ({
  ...attributes,
  scopes: attributes.scopes ?? (unrestricted ? [] : undefined),
});

interface PlannedChange {
  readonly notes: PrivateNotes;
  readonly isKnown: (name: 'scopes' | 'tenant_id' | 'unrestricted') => boolean;
  readonly isChanged: (name: 'tenant_id') => boolean;
}

/** Returns the error of a plan that would revoke or widen a key, although nobody has configured that. */
export function flawOfChange(
  prior: RotatingKey & { readonly tenant_id: string },
  planned: Reach & { readonly tenant_id?: string | undefined },
  { notes, isKnown, isChanged }: PlannedChange,
): Warning | undefined {
  const isImported = prior.key === undefined && noted.origins.read(notes) === undefined;
  if (isImported && isChanged('tenant_id') && isKnown('tenant_id'))
    return otherTenant(prior.id, prior.tenant_id, planned.tenant_id);
  const isReachKnown = isKnown('scopes') && isKnown('unrestricted');
  return isReachKnown && !planned.scopes && !planned.unrestricted ? ignoredScopes : undefined;
}

/** Issues a key. Returns the attributes that the platform sets. */
export async function issueKey(
  { scopes = [], ...wanted }: Reach & Pick<NewApiKey, 'name' | 'tenant_id'>,
  context: HandlerContext<Platform>,
) {
  const { client } = context;
  const { id, key, environment, created_at } = await client.apiKeys.create({ ...wanted, scopes }, context);
  // Without a time of its own, a key would be due by the age of the key before it.
  return { id, key, environment, created_at: created_at ?? new Date(client.now()).toISOString() };
}

export const watchedKey: WatchedKind<Named> = {
  watched: attributes => watchedOf(apiKeys.fields, fieldsOf(attributes)),
  drift: keyDrift,
  deleted: deletedKey,
  warnings: keyWarnings,
};
