import type { Fail, PrivateNotes } from '../../plugin/define/context';
import { type Harm, harmOfDeletion } from '../../risks/harm';
import type { HeldKeys } from '../../risks/held-keys';
import type { Platform } from '../connection/platform';
import { Refused } from '../errors/refused';
import { noted } from '../notes';
import { ownAmong } from './earlier-keys';

interface Guard {
  /** Undefined while the provider's configuration is unknown. No key can then be the provider's own. */
  readonly client: Pick<Platform, 'allowsSelfRevoke' | 'lacksOperation' | 'isOwnKey'> | undefined;
  readonly notes: PrivateNotes;
}

const advice =
  'Give the provider another key (SVC_API_KEY). To lock it out on purpose, set allow_self_revoke = true in the ' +
  'provider block.';

/** Reports an error for a plan that harms the provider's own key. */
export function guardPlan(
  guard: Guard & { readonly fail: Fail },
  held: HeldKeys,
  harms: readonly Harm[],
): void {
  const lockout = lockoutOf(guard, held, harms);
  if (lockout) failPlan(guard.fail, lockout);
}

/** Makes the same check at apply, for changes that no plan shows: the deletion of a tainted key. */
export function guardApply(guard: Guard, held: HeldKeys, harms: readonly Harm[]): void {
  const lockout = lockoutOf(guard, held, harms);
  if (lockout) throw new Refused('Provider would be locked out', wordsOf(lockout), advice);
}

/** What is done to the provider's own key. */
type Lockout = Pick<Harm, 'deed'> & { readonly id: string };

function lockoutOf({ client, notes }: Guard, held: HeldKeys, harms: readonly Harm[]): Lockout | undefined {
  if (!client || client.allowsSelfRevoke) return undefined;
  for (const { deed, ids } of harms) {
    // Without the operation, the key stays and still works.
    if (deed === 'revoke' && client.lacksOperation('apiKeys.delete')) continue;
    const id = ownAmong(ids, held, { client, notes });
    if (id !== undefined) return { deed, id };
  }
  return undefined;
}

const wordsOf = ({ deed, id }: Lockout) =>
  `This would ${deed} the API key ${id}, which the provider itself uses.`;

const failPlan = (fail: Fail, lockout: Lockout) =>
  fail('Plan locks the provider out', `${wordsOf(lockout)} ${advice}`);

/**
 * Stores the provider's own key for the second plan of a replacement.
 *
 * Terraform plans a replacement twice: first with the prior state, then without. Only the first plan can see that a key
 * is the provider's own. Only the second shows that the resource is replaced (`-replace` shows nowhere else).
 */
export function noteOwnKey(guard: Guard, held: HeldKeys): void {
  noted.ownKey.write(guard.notes, lockoutOf(guard, held, [harmOfDeletion(held)])?.id);
}

/** Reports an error for a replacement of the provider's own key, in the second plan of the replacement. */
export function guardReplacement({ notes, fail }: Pick<Guard, 'notes'> & { readonly fail: Fail }): void {
  const id = noted.ownKey.read(notes);
  if (id !== undefined) failPlan(fail, { deed: 'revoke', id });
}
