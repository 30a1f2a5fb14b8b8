import { isKind } from '../../client';
import type { PrivateNotes, Warn } from '../../plugin/define/context';
import { earlierIds, type HeldKeys } from '../../risks/held-keys';
import { fingerprintOf, type Platform } from '../connection/platform';
import { noted } from '../notes';
import { earlierRefused } from './key-warnings';

/** Asks the platform which earlier keys still work, and drops the notes about the others. */
export async function findEarlier(
  held: HeldKeys & { readonly previous_expires_at?: string | undefined },
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
  for (const id of ids) if (!working.includes(id)) noted.fingerprint(id).write(notes, undefined);
  const unrevoked = working.filter(id => id !== held.previous_id);
  const { previous_id, previous_expires_at } = held;
  const keepsPrevious = previous_id !== undefined && working.includes(previous_id);
  return {
    previous_id: keepsPrevious ? previous_id : undefined,
    previous_expires_at: keepsPrevious ? previous_expires_at : undefined,
    unrevoked_ids: unrevoked.length > 0 ? unrevoked : undefined,
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
