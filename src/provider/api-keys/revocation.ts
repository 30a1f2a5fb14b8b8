import type { HandlerContext } from '../../plugin/define/context';
import type { Platform } from '../platform';
import { keyLeftBehind } from '../unavailable-operations';
import { forgetKey, type HeldKeys, ownAmong } from './held-keys';

/** Revokes keys of a resource. @throws at the first failure; revoking the others again does no harm. */
export async function revokeAll(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<void> {
  for (const id of ownLast(ids, held, context)) await revoke(id, context);
}

/** Revokes what it can, and warns of the rest. Gives the ids that are not revoked, in the order given. */
export async function revokeMost(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<readonly string[]> {
  const left = new Set<string>();
  for (const id of ownLast(ids, held, context)) {
    await revoke(id, context).catch((error: unknown) => {
      left.add(id);
      const reason = error instanceof Error ? error.message : 'The platform refused.';
      context.warn(`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`);
    });
  }
  return ids.filter(id => left.has(id));
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
