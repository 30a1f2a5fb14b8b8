import type { PrivateNotes } from '../../../src/plugin/define/context';

/** Private notes of one object, and how often one of them was written anew. */
export function notebook(noted: Readonly<Record<string, string>> = {}) {
  const notes = new Map(Object.entries(noted));
  let writes = 0;
  const set: PrivateNotes['set'] = (name, value) => {
    if (notes.get(name) === value) return;
    writes += 1;
    if (value === undefined) notes.delete(name);
    else notes.set(name, value);
  };
  const get: PrivateNotes['get'] = name => notes.get(name);
  return { get, set, all: () => Object.fromEntries(notes), writes: () => writes };
}
