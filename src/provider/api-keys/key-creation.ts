import type { apiKeys } from '../../client/contract/api-keys';
import type { TypesOf } from '../../client/contract/collection-contract';
import { type CreationRules, recognizedDigest } from '../creation/kind';
import { keyLeftBehind } from '../unavailable-operations';

/** How a key is created exactly once. The value of a key is lost with its answer, so another key is issued. */
export const keyCreation: CreationRules<TypesOf<typeof apiKeys.fields>> = {
  collection: 'apiKeys',
  noun: 'API key',
  labelOf: ({ name }) => JSON.stringify(name),
  lostAnswer: 'issued again',
  leftBehind: keyLeftBehind,
  // A state also names the keys before the current one.
  alsoNames({ previous_id, unrevoked_ids }) {
    const ids = [previous_id, ...(Array.isArray(unrevoked_ids) ? unrevoked_ids : [])];
    return ids.filter(id => typeof id === 'string');
  },
};

/** Returns the fields of a key. On the platform, no scopes mean no limits (paragraph 5.1). */
export const fieldsOf = <Attributes extends { readonly scopes?: readonly string[] | undefined }>({
  scopes = [],
  ...attributes
}: Attributes) => ({ ...attributes, scopes });

export const keyDigest = (shown: object): string => recognizedDigest(keyCreation, shown);
