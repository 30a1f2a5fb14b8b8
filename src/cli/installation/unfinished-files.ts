import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unfinishedEnding } from '../../files/replace-file';
import { namesIn } from './packages';

/** Returns the name of the file that a killed `install` has not finished under this name; undefined for another file. */
export function finishedName(folder: string, name: string): string | undefined {
  if (!unfinishedEnding.test(name)) return undefined;
  const isFile = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? name.replace(unfinishedEnding, '') : undefined;
}

/** Returns what killed installs have left of a file. */
export function unfinishedFiles(folder: string, path: string): readonly string[] {
  const inner = join(folder, dirname(path));
  return namesIn(inner)
    .filter(name => finishedName(inner, name) === basename(path))
    .map(name => join(dirname(path), name));
}
