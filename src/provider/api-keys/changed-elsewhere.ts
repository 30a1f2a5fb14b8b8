import type { PrivateNotes } from '../../plugin/define/context';
import { compare, type ForeignChange, hasLeft, takenBack } from '../foreign-changes';
import type { Platform } from '../platform';
import { type Named, nameOfKey } from './key-name';
import type { Reach } from './reach';
import type { Risk } from './risks';

/** What is compared: the name, and the scopes, of which none mean no limits. */
interface Compared {
  readonly name: string;
  readonly scopes: readonly string[];
}

interface Refresh {
  readonly client: Platform;
  readonly notes: PrivateNotes;
}

/** A refresh has read the key. Gives what is to be said at once: where nothing is planned, no plan says it. */
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

/** What a plan says of the changes that it takes back. */
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
  // People know the key by the name that it had.
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
  return [`API key ${nameOfKey(key)} was given ${scopes.join(', ')} on the platform`, safer];
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
