import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { demandNoSignal } from './execution';
import type { Outcome } from './part';
import { partsNamed } from './parts';

/** Folder with everything there is to publish. */
export const packagesFolder = join(process.cwd(), 'dist', 'packages');

/** Folder of a part. */
export function folderOf(name: string): string {
  return join(packagesFolder, name);
}

export interface MadePart {
  readonly folder: string;
  readonly outcome: Outcome;
}

/** Removes what an earlier run has made of parts: dist/packages must not have parts of two versions. */
export function removeParts(names: readonly string[]): void {
  for (const name of names) rmSync(folderOf(name), { recursive: true, force: true });
}

/** Makes a part elsewhere in the clone and then moves it to its folder. So that folder is never half made. */
export async function makePart(name: string): Promise<MadePart> {
  const [part] = partsNamed([name]);
  if (part?.name !== name) throw new Error(`${name} is no single part.`);
  const folder = folderOf(name);
  const making = join(process.cwd(), '.cache', 'package', 'made', name);
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const outcome = await part.make(making);
  demandNoSignal();
  removeParts([name]);
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(making, folder);
  return { folder, outcome };
}
