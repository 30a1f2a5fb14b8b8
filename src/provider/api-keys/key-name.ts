/** A key, as messages name it. */
export interface Named {
  readonly id: string;
  /** Absent right after an import. */
  readonly name?: string | undefined;
}

/** Returns the key's name, which people know, and its id, which is unique. */
export function nameOfKey({ id, name }: Named): string {
  return name === undefined ? id : `${name} (${id})`;
}
