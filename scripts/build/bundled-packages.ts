import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';
import type { Material } from './bill-of-materials';

/** A package whose code is in a bundle. */
export interface BundledPackage extends Material {
  readonly directory: string;
}

const repository = join(__dirname, '..', '..');
const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

/** Returns the packages that the input files of a bundle belong to, sorted by folder. */
export function bundledPackages(inputs: readonly string[]): readonly BundledPackage[] {
  const { packages } = lockFile.parse(readJson(join(repository, 'package-lock.json')));
  const directories = new Set(
    inputs.flatMap(input => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  return [...directories].sort().map(directory => {
    const { name, version, license } = manifest.parse(readJson(join(directory, 'package.json')));
    const integrity = packages[lockedName(directory)]?.integrity;
    if (integrity === undefined)
      throw new Error(`${directory} is bundled, and package-lock.json has no integrity of it.`);
    return { directory, name, version, licence: license.replace(/^\(|\)$/g, ''), integrity };
  });
}

/** Returns the name in the lock file. node_modules may be a link: esbuild then names files by their real folder. */
function lockedName(directory: string): string {
  const parts = directory.split(sep);
  return parts.slice(parts.indexOf('node_modules')).join('/');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
