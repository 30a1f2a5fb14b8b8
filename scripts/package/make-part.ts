import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { demandNoSignal } from './execution';
import type { Outcome } from './part';
import { partsNamed } from './parts';

/** Folder with everything there is to publish. */
export const packagesFolder = join(process.cwd(), 'dist', 'packages');

/** Folder of a part. */
export function folderOf(name: string, packages: string = packagesFolder): string {
  return join(packages, name);
}

export interface MadePart {
  readonly folder: string;
  readonly outcome: Outcome;
}

/**
 * Returns the folder that a person has named. Parts are removed from it before they are made, so it may have no files of
 * others, and inside the clone it is below dist: other folders are packed.
 *
 * @throws if it cannot be used
 */
export function packagesFolderNamed(name: string): string {
  const folder = resolve(name);
  if (folder === packagesFolder) return folder;
  const inClone = relative(process.cwd(), folder);
  if (!inClone.startsWith('..') && !inClone.startsWith('dist/'))
    throw new Error(`--into ${name} is in the clone. Name a folder outside of it, or below dist.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`--into ${name} has files, which were not touched. Name a new or an empty folder.`);
  return folder;
}

/** Removes what an earlier run has made of parts: a folder must not have parts of two versions. */
export function removeParts(names: readonly string[], packages: string): void {
  for (const folder of names.map(name => folderOf(name, packages)))
    for (const path of [folder, `${folder}.making`]) rmSync(path, { recursive: true, force: true });
}

/** Makes a part beside its folder and then moves it there. So that folder is never half made. */
export async function makePart(name: string, packages: string = packagesFolder): Promise<MadePart> {
  const [part] = partsNamed([name]);
  if (part?.name !== name) throw new Error(`${name} is no single part.`);
  const folder = folderOf(name, packages);
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  try {
    const outcome = await part.make(making);
    demandNoSignal();
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    return { folder, outcome };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
