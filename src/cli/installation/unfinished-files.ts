import { basename, dirname, join } from 'node:path';
import { finishedName } from '../../files/replace-file';
import { namesIn } from './packages';

/** Returns what killed installs have left of a file. */
export function unfinishedFiles(folder: string, path: string): readonly string[] {
  const inner = join(folder, dirname(path));
  return namesIn(inner)
    .filter(name => finishedName(inner, name) === basename(path))
    .map(name => join(dirname(path), name));
}
