import type { Fail, PrivateNotes } from '../../plugin/define/context';
import type { Harm } from '../../risks/harm';
import type { HeldKeys } from '../../risks/held-keys';
import type { Platform } from '../connection/platform';
import { Refused } from '../errors/refused';
import { ownAmong } from './held-keys';

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
  if (lockout !== undefined) guard.fail('Plan locks the provider out', `${lockout} ${advice}`);
}

/** Makes the same check at apply, for changes that no plan shows: `-replace`, and the deletion of a tainted key. */
export function guardApply(guard: Guard, held: HeldKeys, harms: readonly Harm[]): void {
  const lockout = lockoutOf(guard, held, harms);
  if (lockout !== undefined) throw new Refused('Provider would be locked out', lockout, advice);
}

/** Returns a sentence that names the provider's own key and the harm. */
function lockoutOf({ client, notes }: Guard, held: HeldKeys, harms: readonly Harm[]): string | undefined {
  if (!client || client.allowsSelfRevoke) return undefined;
  for (const { deed, ids } of harms) {
    // Without the operation, the key stays and still works.
    if (deed === 'revoke' && client.lacksOperation('apiKeys.delete')) continue;
    const id = ownAmong(ids, held, { client, notes });
    if (id !== undefined) return `This would ${deed} the API key ${id}, which the provider itself uses.`;
  }
  return undefined;
}
