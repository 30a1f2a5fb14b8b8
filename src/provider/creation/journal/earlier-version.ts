import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './journal';

/** A file that an earlier version of the provider has left, and the ids in it. */
export interface EarlierFile {
  readonly path: string;
  readonly ids: readonly string[];
}

/**
 * Returns the files of runs that were cut off under an earlier version, which kept one file for each process. Nothing is
 * removed: a folder that the user has named may hold other files.
 */
export function earlierFiles(folder: string): readonly EarlierFile[] {
  return namesIn(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => {
      const path = join(folder, name);
      const text = read(path);
      const isOpen = /^\{"number":/m.test(text) && !/^\{"ended":true\}$/m.test(text);
      return isOpen ? [{ path, ids: [...text.matchAll(/"id":"([\w-]+)"/g)].map(([, id = '']) => id) }] : [];
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
