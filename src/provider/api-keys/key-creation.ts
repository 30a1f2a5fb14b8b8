import type { ApiKeyRecord, IssuedApiKey, NewApiKey } from '../../client/contract/api-keys';
import { type CreationKind, recognizedDigest } from '../creation-kind';
import { keyLeftBehind } from '../unavailable-operations';

/** How a key is created once. A key whose answer was lost has a value that nobody has: another one is issued. */
export const keyCreation: CreationKind<{
  item: ApiKeyRecord;
  created: IssuedApiKey;
  wanted: NewApiKey;
  changes: object;
}> = {
  collection: 'apiKeys',
  noun: 'API key',
  recognizedBy: ['name', 'tenant_id', 'scopes'],
  labelOf: ({ name }) => JSON.stringify(name),
  lostAnswer: 'issued again',
  leftBehind: keyLeftBehind,
  // A state names the keys before the current one too.
  alsoNames({ previous_id, unrevoked_ids }) {
    const ids = [previous_id, ...(Array.isArray(unrevoked_ids) ? unrevoked_ids : [])];
    return ids.filter(id => typeof id === 'string');
  },
};

export const keyDigest = (shown: object): string => recognizedDigest(keyCreation, shown);
