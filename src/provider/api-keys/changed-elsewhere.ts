import { apiKeys } from '../../client/contract/api-keys';
import { watchedOf } from '../../client/contract/fields';
import type { WatchedKind } from '../foreign-changes';
import { fieldsOf } from './key-creation';
import { type Named, nameOfKey } from './key-name';
import type { Risk } from './risks';

/** Keys, as changes from outside this stack are found and reported. */
export const watchedKey: WatchedKind<Named> = {
  watched: attributes => watchedOf(apiKeys.fields, fieldsOf(attributes)),
  changed({ id, name }, { before, now }, names, isLeaving) {
    // The message uses the previous name: people know the key by it.
    const key = { id, name: typeof before['name'] === 'string' ? before['name'] : name };
    const [past, present] = [textsIn(before['scopes']), textsIn(now['scopes'])];
    const isReachChanged = names.has('scopes') && past.length > 0;
    const added = present.filter(scope => !past.includes(scope));
    const widening = isReachChanged ? wideningOf(key, present, added, isLeaving) : [];
    const others = [...names].filter(each => each !== 'scopes' || widening.length === 0);
    return [...widening, ...(others.length > 0 ? [changed(key, others, isLeaving)] : [])];
  },
  deleted: key => [
    `API key ${nameOfKey(key)} was deleted on the platform`,
    'This stack did not delete it, unless an apply was killed. The platform refuses this key now. If ' +
      'the configuration still contains it, applying issues another one. Then give its holders the new ' +
      'value.',
  ],
};

function wideningOf(
  key: Named,
  present: readonly string[],
  added: readonly string[],
  isLeaving: boolean,
): readonly Risk[] {
  const detail = isLeaving ? revoked : safer;
  if (present.length === 0)
    return [[`API key ${nameOfKey(key)} was made unrestricted on the platform`, detail]];
  return added.length > 0
    ? [[`API key ${nameOfKey(key)} was given ${added.join(', ')} on the platform`, detail]]
    : [];
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

const safer =
  'This stack did not change it. Find out who did. Applying restores the scopes of the ' +
  'configuration. Rotating the key is safer, because its value may be known to others.';

const revoked =
  'This stack did not change it. Find out who did. The key may have been used since. Applying ' +
  'revokes it.';

function changed(key: Named, attributes: readonly string[], isLeaving: boolean): Risk {
  return [
    `API key ${nameOfKey(key)} was changed on the platform`,
    `Something other than this stack changed its ${attributes.join(' and ')}. Find out who did. ` +
      (isLeaving ? 'Applying revokes the key.' : 'Applying restores the configuration.'),
  ];
}
