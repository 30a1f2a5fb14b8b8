import { isKind } from '../../client';
import type { HandlerContext, Warn } from '../../plugin/define/context';
import type { HeldKeys } from '../../risks/held-keys';
import type { Platform } from '../connection/platform';
import { noted } from '../notes';
import { keyLeftBehind } from '../unavailable-operations';
import { ownAmong } from './earlier-keys';
import { earlierRefused } from './key-warnings';

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
  const notThere = new Map<string, Parameters<Warn>>();
  const own = ownAmong(ids, held, context);
  // The provider's own key comes last: after its revocation the provider could revoke nothing more.
  const ordered = [...ids.filter(id => id !== own), ...ids.filter(id => id === own)];
  for (const id of ordered) {
    const warn: Warn = (...words) => notThere.set(id, words);
    await revoke(id, held, context, warn).catch((error: unknown) => failures.set(id, error));
  }
  // If one DELETE found its key, this run uses the right account: a 404 for an earlier key then means that somebody revoked it.
  const isProved = ids.some(id => !notThere.has(id) && !failures.has(id));
  for (const [id, [summary, detail]] of notThere)
    if (id === held.id || !isProved)
      context.warn(summary, detail + (await context.client.seenTenants.hintOf(held.tenant_id)));
  return new Map(ids.filter(id => failures.has(id)).map(id => [id, failures.get(id)]));
}

/** Revokes one key. If the platform lacks the operation, the key stays and a warning says so. */
async function revoke(
  id: string,
  held: HeldKeys,
  { client, warn, notes }: HandlerContext<Platform>,
  ifNotThere: Warn,
): Promise<void> {
  const revoked = client.lacksOperation('apiKeys.delete')
    ? warn(...keyLeftBehind(id))
    : client.apiKeys.delete(id, { warn: ifNotThere, notes }).catch((error: unknown) => {
        // An earlier key that answers 403 would fail every later apply.
        if (!isKind(error, 'ForbiddenOrGone') || id === held.id) throw error;
        warn(...earlierRefused(held.id, id, error, 'The state drops its id.'));
      });
  await revoked;
  noted.fingerprint(id).write(notes, undefined);
}
