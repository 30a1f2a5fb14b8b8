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
 * `ids`. If the platform lacks the operation, each key stays and a warning says so.
 */
export async function revokeEach(
  ids: readonly string[],
  held: HeldKeys,
  context: HandlerContext<Platform>,
): Promise<ReadonlyMap<string, unknown>> {
  const { client, warn, notes } = context;
  const failures = new Map<string, unknown>();
  const notThere = new Map<string, Parameters<Warn>>();
  const own = ownAmong(ids, held, context);
  // The provider's own key comes last: after its revocation the provider could revoke nothing more.
  for (const id of [...ids.filter(id => id !== own), ...ids.filter(id => id === own)])
    try {
      if (client.lacksOperation('apiKeys.delete')) warn(...keyLeftBehind(id));
      else await client.apiKeys.delete(id, { warn: (...words) => notThere.set(id, words), notes });
    } catch (error) {
      // An earlier key that answers 403 would fail every later apply.
      if (isKind(error, 'ForbiddenOrGone') && id !== held.id)
        warn(...earlierRefused(held.id, id, error, 'The state drops its id.'));
      else failures.set(id, error);
    }
  for (const id of ids) if (!failures.has(id)) noted.fingerprint(id).write(notes, undefined);
  // If one DELETE found its key, this run uses the right account: a 404 for an earlier key then means that somebody revoked it.
  const isProved = ids.some(id => !notThere.has(id) && !failures.has(id));
  for (const [id, [summary, detail]] of notThere)
    if (id === held.id || !isProved)
      warn(summary, detail + (await client.seenTenants.hintOf(held.tenant_id)));
  return new Map(ids.filter(id => failures.has(id)).map(id => [id, failures.get(id)]));
}
