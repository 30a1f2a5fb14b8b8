import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** Removes what an earlier run has made of parts: a folder must not have parts of two versions. */
export function removeParts(names: readonly string[], packages: string): void {
  for (const name of names) rmSync(folderOf(name, packages), { recursive: true, force: true });
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
    removeParts([name], packages);
    renameSync(making, folder);
    return { folder, outcome };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
