import { PlatformError } from '../../client';
import type { HandlerContext } from '../../plugin/define/context';
import { day } from '../../risks/days';
import type { KeyChanges } from '../../risks/key-values';
import type { Platform } from '../connection/platform';
import { earlierAttributes, rememberKey } from './earlier-keys';
import { issueKey } from './key';
import { notRevokedYet } from './key-warnings';
import { revokeAll, revokeEach } from './revocation';
import type { RotatingKey, RotationSettings } from './rotation';

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
  return earlierAttributes(prior, changes.revokes, []);
}

/**
 * Issues the successor of the current key. It revokes nothing before the new key exists. A later failure is only a
 * warning: the new key's value must reach the state. The state keeps each key until it is revoked.
 */
async function rotate(prior: RotatingKey, wanted: Wanted, changes: KeyChanges, context: Context) {
  const { client, notes } = context;
  const { isGone, revokes } = changes;
  // Computes the end first: an error after the key was issued would lose the key's value.
  const end = wanted.rotation && new Date(client.now() + wanted.rotation.overlap_days * day).toISOString();
  if (!isGone) await demandThere(prior.id, client);
  const issued = await issueKey(wanted, context);
  if (!isGone) rememberKey(prior, notes);
  const failures = await revokeEach(revokes, prior, context);
  for (const failure of failures) context.warn(...notRevokedYet(...failure));
  // The current key becomes the previous one, also if its revocation has failed. If it is gone, the previous one stays.
  const previous = isGone ? prior : { previous_id: prior.id, previous_expires_at: end };
  const revoked = isGone ? revokes : revokes.filter(id => !failures.has(id));
  return { ...issued, ...earlierAttributes(previous, revoked, [...failures.keys()]) };
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
