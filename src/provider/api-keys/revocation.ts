import type { HandlerContext } from '../../plugin/define/context';
import type { Platform } from '../platform';
import { keyLeftBehind } from '../unavailable-operations';
import { forgetKey, type HeldKeys, ownAmong } from './held-keys';

/** Revokes keys of a resource. @throws at the first failure; the keys after it are not touched. */
export async function revokeAll(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<void> {
  for (const id of ownLast(ids, held, context)) await revoke(id, context);
}

/** Revokes what it can: a key that resists does not keep the others. Gives the failures by id, in the order given. */
export async function revokeEach(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const id of ownLast(ids, held, context))
    await revoke(id, context).catch((error: unknown) => failures.set(id, error));
  return new Map(ids.filter(id => failures.has(id)).map(id => [id, failures.get(id)]));
}

/** Without the operation, the key is left behind with a warning. */
async function revoke(id: string, { client, warn, notes }: HandlerContext<Platform>): Promise<void> {
  if (client.lacks('apiKeys.delete')) warn(...keyLeftBehind(id));
  else await client.apiKeys.delete(id);
  forgetKey(id, notes);
}

/** The provider's own key comes last: nothing can be revoked with it afterwards. */
function ownLast(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): readonly string[] {
  const own = ownAmong(ids, held, context);
  return own === undefined ? ids : [...ids.filter(id => id !== own), own];
}
