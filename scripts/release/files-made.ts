import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packagesFolder } from '../package/make-part';
import { sha256 } from '../package/registry';
import { filesBelow } from '../ready/products.mjs';
import type { PublishingStep } from './steps';

/** Digests by path below dist/packages. */
export type FilesMade = ReadonlyMap<string, string>;

/** A signature contains its time. The file that it signs is compared. */
const isComparable = (path: string) => !path.endsWith('.sig');

export function filesMade(folder: string = packagesFolder): FilesMade {
  const paths = filesBelow(folder)
    .map(file => relative(folder, file))
    .filter(isComparable);
  return new Map(paths.map(path => [path, sha256(readFileSync(join(folder, path)))]));
}

/** Returns the files that only one of two runs made, or that have other bytes in the second one. */
export function differences(first: FilesMade, second: FilesMade): readonly string[] {
  const paths = new Set([...first.keys(), ...second.keys()]);
  return [...paths].filter(path => first.get(path) !== second.get(path)).sort();
}

/** Returns a sentence for each step that has nothing to publish. */
export function lackingFiles(
  steps: readonly PublishingStep[],
  folder: string = packagesFolder,
): readonly string[] {
  return steps.flatMap(({ name, files }) =>
    files === undefined || filesBelow(join(folder, files.folder)).some(file => file.endsWith(files.ending))
      ? []
      : [`${name} has nothing to publish: dist/packages/${files.folder} has no *${files.ending}.`],
  );
}
