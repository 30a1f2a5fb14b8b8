import type { HandlerContext } from '../../plugin/define/context';
import type { HeldKeys } from '../../risks/held-keys';
import type { Platform } from '../platform';
import { keyLeftBehind } from '../unavailable-operations';
import { forgetKey, ownAmong } from './held-keys';

/** Revokes as many keys as possible. @throws the first failure */
export async function revokeAll(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<void> {
  const [failure] = (await revokeEach(ids, held, context)).values();
  if (failure !== undefined) throw failure;
}

/**
 * Revokes as many keys as possible. One failure does not stop the others. Returns the failures by id, in the order of
 * `ids`.
 */
export async function revokeEach(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  const own = ownAmong(ids, held, context);
  // The provider's own key comes last: after its revocation the provider could revoke nothing more.
  const ordered = [...ids.filter(id => id !== own), ...ids.filter(id => id === own)];
  for (const id of ordered) await revoke(id, context).catch((error: unknown) => failures.set(id, error));
  return new Map(ids.filter(id => failures.has(id)).map(id => [id, failures.get(id)]));
}

/** Revokes one key. If the platform lacks the operation, the key stays and a warning says so. */
async function revoke(id: string, { client, warn, notes }: HandlerContext<Platform>): Promise<void> {
  if (client.lacksOperation('apiKeys.delete')) warn(...keyLeftBehind(id));
  else await client.apiKeys.delete(id);
  forgetKey(id, notes);
}
