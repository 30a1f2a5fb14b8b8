import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './check/place';

/** A thing to publish. `npm run package -- --only NAME` makes it alone, and so does the beginning of its name. */
export interface Part {
  /** Also its folder in dist/packages, for example `cdktn/python`. */
  readonly name: string;
  /** True if versions that are in the folder stay: projects are locked to them. */
  readonly keepsVersions?: true;
  /** Writes the part's files into its folder, which is empty or has other versions. The same sources give the same bytes. */
  make(folder: string): Promise<void>;
  /** Uses the part's files as its users do, in an empty place. */
  check(folder: string, place: Place): Promise<void>;
}

/** Makes a part beside its folder and then moves it there, so that folder is never half made; or adds a version in place. */
export async function makePart({ name, make, keepsVersions }: Part, packages: string): Promise<void> {
  const folder = join(packages, name);
  const making = keepsVersions ? folder : `${folder}.making`;
  if (!keepsVersions) for (const path of [folder, making]) rmSync(path, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await make(making);
  renameSync(making, folder);
}
