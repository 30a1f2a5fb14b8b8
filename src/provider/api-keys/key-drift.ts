import { apiKeys } from '../../client/contract/api-keys';
import { watchedOf } from '../../client/contract/fields';
import { deletedKey, keyDrift } from '../../risks/drift';
import type { WatchedKind } from '../drift';
import { fieldsOf } from './key-creation';
import { keyWarnings, type Named } from './key-warnings';

/** How the drift of a key is found and reported. No scopes mean no limits. */
export const watchedKey: WatchedKind<Named> = {
  watched: attributes => watchedOf(apiKeys.fields, fieldsOf(attributes)),
  changed({ id, name }, { before, now }, names, fate) {
    // The message uses the previous name: people know the key by it.
    const key = { id, name: typeof before['name'] === 'string' ? before['name'] : name };
    const [past, present] = [textsIn(before['scopes']), textsIn(now['scopes'])];
    const findings = keyDrift({
      before: { scopes: past },
      now: { scopes: present },
      attributes: [...names],
      fateOf: () => fate,
    });
    return keyWarnings(key, findings);
  },
  deleted: key => keyWarnings(key, [deletedKey]),
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
