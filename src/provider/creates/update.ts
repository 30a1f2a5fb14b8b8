import { isKind, printable } from '../../client';
import type { Identified } from '../../client/contract/collection-contract';
import { changesOf, isEmptyValue, namesOf, wholeUpdateOf } from '../../client/contract/fields';
import type { Warn } from '../../plugin/define/context';
import type { Warning } from '../../plugin/define/definition';
import { Refused } from '../errors/refused';
import type { ManagedCollection } from './managed-collection';
import { otherSecret } from './words-of-answers';

/**
 * Sends changes, and then all fields if the answer shows that the platform has reset what it was not sent: it takes an update for
 * the whole object.
 * @param wanted all writable and hidden fields, as far as they are known
 * @throws {Refused} if something was reset, and a hidden field is not known
 */
export async function update(
  collection: ManagedCollection,
  id: string,
  [changes, wanted]: readonly [object, object],
  warn: Warn,
) {
  const { objects, fields } = collection;
  const send = async (body: object) => {
    const answer = await objects.update(id, body);
    if (answer.otherSecrets.size > 0) warn(...otherSecret(collection, id, answer.otherSecrets));
    return answer;
  };
  const { shown, emptied } = await send(changes);
  const isReset = (name: string) => !Object.hasOwn(changes, name) && !isEmptyValue(Reflect.get(wanted, name));
  const reset = emptied.filter(isReset);
  if (reset.length === 0) return { sent: changes, shown };
  const sent = wholeUpdateOf(fields, wanted);
  if (sent === undefined) throw resetForGood(collection, id, reset);
  const again = await send(sent).catch(error => {
    warn(...staysReset(collection, id, reset));
    throw error;
  });
  // What stays empty is not shown at all.
  const restored = reset.filter(name => !again.emptied.includes(name));
  if (restored.length > 0) warn(...wasReset(collection, id, restored));
  return { sent, shown: again.shown };
}

/** Updates an object that exists to the configuration, its secret included. Undefined if it is gone. */
export async function takeOver(
  collection: ManagedCollection,
  id: string,
  wanted: object,
  warn: Warn,
): Promise<Identified | undefined> {
  const found = await collection.objects.findNow(id);
  const changes = found && changesOf(collection.fields, found, wanted);
  try {
    const told = changes && (await update(collection, id, [changes, wanted], warn));
    return found && { ...found, ...changes, ...told?.shown };
  } catch (error) {
    if (isKind(error, 'NotFound')) return undefined;
    throw error;
  }
}

const sayReset = ({ rules: { noun } }: ManagedCollection, id: string, names: readonly string[]) =>
  `${noun} ${printable(id)} was reset by its update: ${names.join(', ')}`;

const resets = ({ fields }: ManagedCollection) => {
  const hidden = namesOf(fields, 'hidden').join(', ');
  return `The platform resets what an update does not send${hidden && `, probably also ${hidden}, which it never shows`}.`;
};

const wayOn = ({ rules: { collection } }: ManagedCollection) =>
  `set unavailable_operations = ["${collection}.update"] in the provider block: a change then plans as a replacement.`;

const wasReset = (collection: ManagedCollection, id: string, names: readonly string[]): Warning => [
  sayReset(collection, id, names),
  `${resets(collection)} So this apply has sent all fields once more, as the configuration or the state has them.` +
    `${names.includes('scopes') ? ' In between, the key was unrestricted.' : ''} To avoid that, ${wayOn(collection)}`,
];

const staysReset = (collection: ManagedCollection, id: string, names: readonly string[]): Warning => [
  sayReset(collection, id, names),
  `${resets(collection)} The request that restores them failed.` +
    `${names.includes('scopes') ? ' The key is unrestricted.' : ''} Apply again, which sends them.`,
];

const resetForGood = (collection: ManagedCollection, id: string, names: readonly string[]) =>
  new Refused(
    sayReset(collection, id, names),
    `${resets(collection)} Neither the state nor the configuration has it, so nothing can restore it.`,
    `Give the block its value and apply again, or ${wayOn(collection)}`,
  );
