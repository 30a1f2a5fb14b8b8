import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namesIn } from './packages';

/**
 * write-file-atomic adds a number of 32 bits to the name of a file until the file is complete. A copy with a date, such as
 * `.20261122`, is a person's.
 */
const addition = /\.(?!20\d{6}$)\d{5,10}$/;

/** Returns the name of the file that a killed `install` has not finished under this name; undefined for another file. */
export function finishedName(folder: string, name: string): string | undefined {
  if (!addition.test(name)) return undefined;
  const isFile = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? name.replace(addition, '') : undefined;
}

/** Returns what killed installs have left of a file. */
export function unfinishedFiles(folder: string, path: string): readonly string[] {
  const inner = join(folder, dirname(path));
  return namesIn(inner)
    .filter(name => finishedName(inner, name) === basename(path))
    .map(name => join(dirname(path), name));
}
