import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Part } from './part';

/** Makes a part beside its folder and then moves it there, so that folder is never half made; or adds a version in place. */
export async function makePart({ name, make, keepsVersions }: Part, packages: string): Promise<Outcome> {
  const folder = join(packages, name);
  const making = keepsVersions ? folder : `${folder}.making`;
  if (!keepsVersions) for (const path of [folder, making]) rmSync(path, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const outcome = await make(making);
  renameSync(making, folder);
  return outcome;
}
