import { lstatSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, readRecord, recordFile } from './record';

export interface Removal {
  /** Files that `install` has written, below the plugin folder. */
  readonly ours: readonly string[];
  /** Recorded files that have changed since, or are links. They stay. */
  readonly changed: readonly string[];
}

/** Finds what `install` has written for a version, and what of it is unchanged. */
export function removalOf(folder: string, version: string): Removal {
  const recorded = Object.entries(readRecord(folder, version)).filter(([path]) =>
    isThere(join(folder, path)),
  );
  const isOurs = ([path, digest]: readonly [string, string]) => {
    const file = join(folder, path);
    return lstatSync(file).isFile() && digestOf(readFileSync(file)) === digest;
  };
  const pathOf = ([path]: readonly [string, string]) => path;
  return {
    ours: recorded.filter(isOurs).map(pathOf),
    changed: recorded.filter(entry => !isOurs(entry)).map(pathOf),
  };
}

/** Removes files of a version, the record, and folders that this leaves empty. The plugin folder itself stays. */
export function removePackages({ ours }: Removal, folder: string, version: string): void {
  for (const path of ours) rmSync(join(folder, path), { force: true });
  rmSync(recordFile(folder, version), { force: true });
  for (const path of ours) removeEmpty(folder, dirname(path));
}

function removeEmpty(folder: string, path: string): void {
  for (let inner = path; inner !== '.'; inner = dirname(inner)) {
    try {
      rmdirSync(join(folder, inner));
    } catch {
      // Not empty, or already removed for another package.
      return;
    }
  }
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
