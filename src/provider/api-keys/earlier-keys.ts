import { isKind } from '../../client';
import type { PrivateNotes, Warn } from '../../plugin/define/context';
import { earlierIds, type HeldKeys } from '../../risks/held-keys';
import { fingerprintOf, type Platform } from '../connection/platform';
import { noted } from '../notes';
import { earlierRefused } from './key-warnings';
import type { RotatingKey } from './rotation';

/** Asks the platform which earlier keys still work, and drops the notes about the others. */
export async function findEarlier(
  held: RotatingKey,
  { client, notes, warn }: { readonly client: Platform; readonly notes: PrivateNotes; readonly warn: Warn },
) {
  const ids = earlierIds(held);
  const reads = ids.map(id =>
    client.apiKeys.find(id).catch((error: unknown) => {
      // A refused read of an earlier key does not concern the current one. Its id stays: that key may still work.
      if (!isKind(error, 'ForbiddenOrGone')) throw error;
      warn(...earlierRefused(held.id, id, error, 'The state keeps its id.'));
      return id;
    }),
  );
  const records = await Promise.all(reads);
  const working = ids.filter((_, index) => records[index] !== undefined);
  const gone = ids.filter(id => !working.includes(id));
  for (const id of gone) noted.fingerprint(id).write(notes, undefined);
  return earlierAttributes(held, gone, working);
}

/** Returns the attributes of the earlier keys: the one in its overlap, unless it is revoked, and the others that work. */
export function earlierAttributes(
  { previous_id, previous_expires_at }: Pick<RotatingKey, 'previous_id' | 'previous_expires_at'>,
  revoked: readonly string[],
  working: readonly string[],
) {
  const isOver = previous_id === undefined || revoked.includes(previous_id);
  const others = isOver ? working : working.filter(id => id !== previous_id);
  return {
    previous_id: isOver ? undefined : previous_id,
    previous_expires_at: isOver ? undefined : previous_expires_at,
    unrevoked_ids: others.length > 0 ? others : undefined,
  };
}

/** Stores the fingerprint of the current key in private state, before another key replaces it in the state. */
export function rememberKey({ id, key }: HeldKeys, notes: PrivateNotes): void {
  noted.fingerprint(id).write(notes, key === undefined ? undefined : fingerprintOf(key));
}

/**
 * Returns the key among `ids` that the provider itself uses. A key whose value was never in the state, such as an
 * imported one, cannot be recognised.
 */
export function ownAmong(
  ids: readonly string[],
  held: HeldKeys,
  { client, notes }: { readonly client: Pick<Platform, 'isOwnKey'>; readonly notes: PrivateNotes },
): string | undefined {
  const fingerprint = (id: string) => {
    if (id !== held.id) return noted.fingerprint(id).read(notes);
    return held.key === undefined ? undefined : fingerprintOf(held.key);
  };
  return ids.find(id => client.isOwnKey(fingerprint(id)));
}
