import { PlatformError } from '../../client';
import type { HandlerContext } from '../../plugin/define/context';
import type { KeyChanges } from '../../risks/key-values';
import type { Platform } from '../connection/platform';
import { rememberKey } from './earlier-keys';
import { issueKey } from './key';
import { notRevokedYet } from './key-warnings';
import { revokeAll, revokeEach } from './revocation';
import { overlapEnd, type RotatingKey, type RotationSettings } from './rotation';

type Context = HandlerContext<Platform>;

type Wanted = Parameters<typeof issueKey>[0] & { readonly rotation?: RotationSettings | undefined };

/** Issues and revokes keys as planned. Returns the attributes that change. */
export async function applyKeyChanges(
  prior: RotatingKey,
  wanted: Wanted,
  changes: KeyChanges,
  context: Context,
) {
  if (changes.issues) return rotate(prior, wanted, changes, context);
  await revokeAll(changes.revokes, prior, context);
  return { ...previousUnlessRevoked(prior, changes), unrevoked_ids: undefined };
}

/**
 * Issues the successor of the current key. It revokes nothing before the new key exists. A later failure is only a
 * warning: the new key's value must reach the state. The state keeps each key until it is revoked.
 */
async function rotate(prior: RotatingKey, wanted: Wanted, changes: KeyChanges, context: Context) {
  const { client, notes } = context;
  const { rotation } = wanted;
  // Computes the end first: an error after the key was issued would lose the key's value.
  const end = rotation && overlapEnd(rotation, client.now());
  if (!changes.isGone) await demandThere(prior.id, client);
  const issued = await issueKey(wanted, context);
  if (!changes.isGone) rememberKey(prior, notes);
  const failures = await revokeEach(changes.revokes, prior, context);
  for (const failure of failures) context.warn(...notRevokedYet(...failure));
  const unrevoked = [...failures.keys()];
  const before = previousAfter(prior, changes, unrevoked, end);
  const others = unrevoked.filter(one => one !== before.previous_id);
  return { ...issued, ...before, unrevoked_ids: others.length > 0 ? others : undefined };
}

/**
 * Stops a rotation whose credential is of another account: a key would be issued there, and the former one lost.
 *
 * @throws {PlatformError<'NotFound'>} if the current key is unknown
 */
async function demandThere(id: string, { apiKeys }: Platform): Promise<void> {
  const found = await apiKeys.find(id).catch((error: unknown) => {
    // What cannot be read is no reason to keep a leaked key.
    if (error instanceof PlatformError) return id;
    throw error;
  });
  if (found === undefined) throw new PlatformError('NotFound', { operation: 'apiKeys.get', status: 404, id });
}

interface Previous {
  readonly previous_id: string | undefined;
  readonly previous_expires_at: string | undefined;
}

const none: Previous = { previous_id: undefined, previous_expires_at: undefined };

/** Returns the previous key after a rotation: the current key, or the same previous key if the current one is gone. */
function previousAfter(
  prior: RotatingKey,
  changes: KeyChanges,
  unrevoked: readonly string[],
  end: string | undefined,
): Previous {
  if (changes.isGone) return previousUnlessRevoked(prior, changes);
  const works = !changes.revokes.includes(prior.id) || unrevoked.includes(prior.id);
  return works ? { previous_id: prior.id, previous_expires_at: end } : none;
}

const previousUnlessRevoked = (
  { previous_id, previous_expires_at }: RotatingKey,
  { revokes }: KeyChanges,
): Previous =>
  previous_id === undefined || revokes.includes(previous_id) ? none : { previous_id, previous_expires_at };
