import type { PrivateNotes } from '../../plugin/define/context';
import type { Reach } from '../../risks/reach';
import { compare, type ForeignChange, hasLeft, takenBack } from '../foreign-changes';
import type { Platform } from '../platform';
import { type Named, nameOfKey } from './key-name';
import type { Risk } from './risks';

/** The compared attributes: the name and the scopes. No scopes mean no limits. */
interface Compared {
  readonly name: string;
  readonly scopes: readonly string[];
}

interface Refresh {
  readonly client: Platform;
  readonly notes: PrivateNotes;
}

/**
 * Compares the state with the key that a refresh has read. Returns the warnings that no plan would carry, because
 * nothing is planned.
 */
export function noteKey(
  key: Named & Reach,
  found: Compared | undefined,
  { client, notes }: Refresh,
): readonly Risk[] {
  const { foreignChanges } = client;
  const isOurs = hasLeft(found !== undefined, notes);
  if (key.name === undefined) return [];
  if (found === undefined) return isOurs || foreignChanges.mode === 'destroy' ? [] : [deleted(key)];
  const { name, scopes } = found;
  const change = compare({ name: key.name, scopes: key.scopes ?? [] }, { name, scopes }, notes);
  foreignChanges.add(key.id, change);
  if (change === undefined || !foreignChanges.isReportedByRefresh(key.id)) return [];
  return words(key, change, change.fresh, foreignChanges.isLeaving(key.id));
}

/** Returns the warnings of a plan that revokes the key. Terraform may plan the deletion before it reads it. */
export function leavingKey(key: Named, client: Platform | undefined): readonly Risk[] {
  const change = client?.foreignChanges.leave(key.id);
  return change === undefined ? [] : words(key, change, change.fresh, true);
}

/** Returns the warnings of a plan about the changes that it reverts. */
export function changedKey(
  key: Named,
  { name, scopes = [] }: Pick<Named, 'name'> & Reach,
  client: Platform | undefined,
  isKnown: (attribute: 'name' | 'scopes' | 'unrestricted') => boolean,
): readonly Risk[] {
  const change = client?.foreignChanges.of(key.id);
  if (change === undefined) return [];
  const isReachKnown = isKnown('scopes') && isKnown('unrestricted');
  const unknown = [...(isKnown('name') ? [] : ['name']), ...(isReachKnown ? [] : ['scopes'])];
  return words(key, change, takenBack(change, { name, scopes }, unknown));
}

function words(
  { id, name }: Named,
  { before, now }: ForeignChange,
  attributes: ReadonlySet<string>,
  isLeaving = false,
): readonly Risk[] {
  // The message uses the previous name: people know the key by it.
  const key = { id, name: typeof before['name'] === 'string' ? before['name'] : name };
  const [past, present] = [textsIn(before['scopes']), textsIn(now['scopes'])];
  const isReachChanged = attributes.has('scopes') && past.length > 0;
  const added = present.filter(scope => !past.includes(scope));
  const widening = isReachChanged ? wideningOf(key, present, added, isLeaving) : [];
  const others = [...attributes].filter(name => name !== 'scopes' || widening.length === 0);
  return [...widening, ...(others.length > 0 ? [changed(key, others, isLeaving)] : [])];
}

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

function deleted(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} was deleted on the platform`,
    'This stack did not delete it, unless an apply was killed. The platform refuses this key now. If ' +
      'the configuration still contains it, applying issues another one. Then give its holders the new ' +
      'value.',
  ];
}
