import { accessSync, constants, existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord } from '../../client';

const codes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOENT',
  'ELOOP',
]);

/** Reads or changes a plugin folder. Explains the error of a folder that cannot be read or changed. */
export function withFolderErrors<Result>(folder: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && codes.has(String(error.code)))) throw error;
    const link = danglingLink(folder);
    const remedy = link === undefined ? remedyOf(String(error.code)) : repairOf(link);
    throw new Error(`${folder} could not be used (${error.message}). ${remedy}`, { cause: error });
  }
}

/** Reads a file or a folder; undefined if it is missing. Another `uninstall` may remove it at any moment. */
export function unlessGone<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Finds what keeps files below a folder from being written or removed, as far as it shows without a change.
 *
 * @param paths of the files, below the folder
 * @throws {Error} of the file system
 */
export function checkWritable(folder: string, paths: readonly string[]): void {
  const folders = new Set(paths.map(path => nearestEntry(dirname(join(folder, path)))));
  // With a dot, a link must lead to a folder, and a file is an error.
  for (const each of folders) accessSync(`${each}/.`, constants.W_OK | constants.X_OK);
}

/** Returns a path, or what exists above it. A dangling link does. */
function nearestEntry(path: string): string {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(path) === path ? path : nearestEntry(dirname(path));
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const remedyOf = (code: string) =>
  full.has(code)
    ? 'Free space there, and run the command again, or choose another folder with --dir.'
    : unusable;

const unusable =
  'Make it a folder that you can read and write, and run the command again, or choose another one with --dir.';

/** Returns the symbolic link to a missing file or folder that a path leads through, if there is one. */
function danglingLink(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  try {
    if (lstatSync(path).isSymbolicLink()) return path;
  } catch {
    // The path does not exist, so one of its parents may be the link.
  }
  return dirname(path) === path ? undefined : danglingLink(dirname(path));
}

const repairOf = (link: string) =>
  `${link} is a symbolic link to ${readlinkSync(link)}, which does not exist. Create that folder, or choose another one with ` +
  `--dir, or remove the link:\n\n    rm ${shellWord(link)}\n`;
