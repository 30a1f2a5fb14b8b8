import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { inject } from 'vitest';
import { makePart } from '../../scripts/package/part';
import { partsNamed } from '../../scripts/package/parts';

/**
 * Returns the folder of a part. The first test of a run that needs the part makes it, and the others use the same files: a
 * Java package takes 20 seconds of processor time. Nothing is written to dist/packages.
 */
export async function madePart(name: string): Promise<string> {
  const packages = inject('packages');
  const folder = join(packages, name);
  mkdirSync(folder, { recursive: true });
  const made = `${folder}.made`;
  const release = await lock(folder, {
    lockfilePath: `${folder}.lock`,
    realpath: false,
    // Packing blocks the timer that keeps a lock fresh. Nobody else uses the folder after a run that was killed.
    stale: 3_600_000,
    retries: { retries: 1_000, factor: 1, minTimeout: 500 },
  });
  try {
    if (!existsSync(made)) {
      for (const part of partsNamed([name])) await makePart(part, packages);
      writeFileSync(made, '');
    }
    return folder;
  } finally {
    await release();
  }
}
