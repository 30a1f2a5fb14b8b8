/** The keys of one resource, as its state names them: the current key, and earlier keys that still work. */
export interface HeldKeys {
  readonly id: string;
  /** Value of the current key. */
  readonly key?: string | undefined;
  readonly previous_id?: string | undefined;
  readonly unrevoked_ids?: readonly string[] | undefined;
  readonly tenant_id?: string | undefined;
}

/** Returns the ids of the keys before the current one, oldest first. */
export function earlierIds({ previous_id, unrevoked_ids = [] }: HeldKeys): readonly string[] {
  return previous_id === undefined ? unrevoked_ids : [...unrevoked_ids, previous_id];
}
