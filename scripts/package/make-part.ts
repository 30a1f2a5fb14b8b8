import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** Makes a part in its folder, which is emptied first. */
export async function makePart(name: string, packages: string = packagesFolder): Promise<MadePart> {
  const [part] = partsNamed([name]);
  if (part?.name !== name) throw new Error(`${name} is no single part.`);
  const folder = folderOf(name, packages);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { folder, outcome: await part.make(folder) };
}
