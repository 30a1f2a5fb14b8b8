import { printable } from '../../client';

/** A key as messages name it. */
export interface Named {
  readonly id: string;
  /** Absent right after an import. */
  readonly name?: string | undefined;
}

/** The key's name, which people know, and its id, which tells it from others of that name. */
export function nameOfKey({ id, name }: Named): string {
  return name === undefined ? id : `${printable(name)} (${id})`;
}
