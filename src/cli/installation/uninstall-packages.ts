import { lstatSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unlessGone } from './folder-errors';
import { digestOf, readRecord, recordedVersions, recordFile } from './record';
import { unfinishedFiles } from './unfinished-files';

export interface Removal {
  /** True if `install` was killed before it had written the record, and so before it wrote a package. */
  readonly isUnfinished: boolean;
  /**
   * Files that `install` has written, below the plugin folder, and those that it has not finished. The record is last: it is
   * needed until the others are removed.
   */
  readonly ours: readonly string[];
  /** Recorded files that have changed since, or are links. They stay. */
  readonly changed: readonly string[];
}

/** Finds what `install` has written for a version, and what of it is unchanged. */
export function removalOf(folder: string, version: string): Removal {
  const recorded = readRecord(folder, version);
  const paths = Object.keys(recorded);
  const standings = new Map(
    paths.map(path => [path, unlessGone(() => standingOf(join(folder, path), recorded[path]))]),
  );
  const record = basename(recordFile(folder, version));
  const unfinished = [...paths, record].flatMap(path => unfinishedFiles(folder, path));
  const isRecorded = recordedVersions(folder).includes(version);
  return {
    isUnfinished: unfinished.length > 0 && !isRecorded,
    ours: [
      ...paths.filter(path => standings.get(path) === 'ours'),
      ...unfinished,
      ...(isRecorded ? [record] : []),
    ],
    changed: paths.filter(path => standings.get(path) === 'changed'),
  };
}

function standingOf(file: string, digest: string | undefined): 'ours' | 'changed' {
  const isIntact = lstatSync(file).isFile() && digestOf(readFileSync(file)) === digest;
  return isIntact ? 'ours' : 'changed';
}

/** Removes files of a version, and folders that this leaves empty. The plugin folder itself stays. */
export function removePackages({ ours }: Removal, folder: string): void {
  for (const path of ours) rmSync(join(folder, path), { force: true });
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
