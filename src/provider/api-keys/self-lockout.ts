import type { Fail, PrivateNotes } from '../../plugin/define/context';
import { fingerprintOf, type Platform } from '../platform';

/** Notes in private state: the previous key's fingerprint, and that a plan met the provider's own key. */
const previousFingerprint = 'previous_fingerprint';
const ownKey = 'own_key';

interface Key {
  readonly id: string;
  readonly key?: string | undefined;
  readonly previous_id?: string | undefined;
}

interface Guard {
  /** Undefined while the provider's configuration is not known: it has no key then that could be its own. */
  readonly client: Platform | undefined;
  readonly notes: PrivateNotes;
}

/** The provider would revoke or narrow the very key it runs with. */
export class SelfLockout extends Error {
  override readonly name = 'SelfLockout';
  constructor(id: string, deed: string) {
    super(`This would ${deed} the API key ${id}, which the provider itself runs with.`);
  }
}

const wayOut =
  'Give the provider another key (SVC_API_KEY) and plan again. If locking the provider out is meant, set ' +
  'allow_self_revoke = true in the provider block.';

/** Makes a plan that harms the provider's own key an error. */
export function guardPlan(
  { client, notes, fail }: Guard & { readonly fail: Fail },
  key: Key,
  deed: string,
): void {
  if (!isGuarded({ client, notes }, key)) return;
  fail(`Plan locks the provider out`, `${new SelfLockout(key.id, deed).message} ${wayOut}`);
}

/** The same at apply, for what no plan shows: the deletion of a tainted key. */
export function guardApply(guard: Guard, key: Key, deed: string): void {
  if (isGuarded(guard, key)) throw new SelfLockout(key.id, deed);
}

/** A key whose value the state does not hold (an imported one) cannot be told to be the provider's own. */
function isGuarded({ client, notes }: Guard, key: Key): boolean {
  if (!client || client.allowsSelfRevoke) return false;
  return isOwn(client, key) || isPreviousOwn({ client, notes }, key);
}

function isOwn(client: Platform, { key }: Key): boolean {
  return key !== undefined && client.isOwnKey(fingerprintOf(key));
}

/** Whether the provider still runs with the key that a rotation has left behind. */
function isPreviousOwn({ client, notes }: Guard, { previous_id }: Key): boolean {
  return previous_id !== undefined && client?.isOwnKey(notes.get(previousFingerprint)) === true;
}

export function rememberPrevious(key: string | undefined, notes: PrivateNotes): void {
  notes.set(previousFingerprint, key === undefined ? undefined : fingerprintOf(key));
}

/**
 * Terraform plans a replacement first with the prior state, then without. Only the first plan can see that the
 * key is the provider's own, only the second that it is replaced (`-replace` shows nowhere else): the first
 * leaves word for the second.
 */
export function leaveWord({ client, notes }: Guard, key: Key): void {
  notes.set(ownKey, isGuarded({ client, notes }, key) ? key.id : undefined);
}

export function guardReplacement({
  notes,
  fail,
}: {
  readonly notes: PrivateNotes;
  readonly fail: Fail;
}): void {
  const id = notes.get(ownKey);
  if (id !== undefined)
    fail(`Plan locks the provider out`, `${new SelfLockout(id, 'revoke').message} ${wayOut}`);
}
