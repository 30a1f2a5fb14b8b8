import { printable } from '../../client';
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
  if (change === undefined || foreignChanges.mode !== 'refresh-only') return [];
  return words(key, change, change.fresh);
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
): readonly Risk[] {
  // The message uses the previous name: people know the key by it.
  const key = { id, name: typeof before['name'] === 'string' ? before['name'] : name };
  const [past, present] = [textsIn(before['scopes']), textsIn(now['scopes'])];
  const isReachChanged = attributes.has('scopes') && past.length > 0;
  const added = present.filter(scope => !past.includes(scope));
  const widening = isReachChanged ? wideningOf(key, present, added) : [];
  const others = [...attributes].filter(name => name !== 'scopes' || widening.length === 0);
  return [...widening, ...(others.length > 0 ? [changed(key, others)] : [])];
}

function wideningOf(key: Named, present: readonly string[], added: readonly string[]): readonly Risk[] {
  if (present.length === 0) return [madeUnrestricted(key)];
  return added.length > 0 ? [givenScopes(key, added)] : [];
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

const safer =
  'Not by this stack. Find out by whom; applying takes it back, rotating it is safer: whoever did it may know the key.';

function madeUnrestricted(key: Named): Risk {
  return [`API key ${nameOfKey(key)} was made unrestricted on the platform`, safer];
}

function givenScopes(key: Named, scopes: readonly string[]): Risk {
  return [`API key ${nameOfKey(key)} was given ${scopes.map(printable).join(', ')} on the platform`, safer];
}

function changed(key: Named, attributes: readonly string[]): Risk {
  return [
    `API key ${nameOfKey(key)} was changed on the platform`,
    `Its ${attributes.join(' and ')}, not by this stack. Find out by whom; applying takes it back.`,
  ];
}

function deleted(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} was deleted on the platform`,
    'Not by this stack, unless an apply was killed. Its holders are refused. Where the configuration still has it, ' +
      'applying issues another one, whose value its holders have to get.',
  ];
}
