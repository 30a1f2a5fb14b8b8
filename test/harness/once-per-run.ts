import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/**
 * Returns a folder that the first test of a run fills. The others use the same files: all workers have one TMPDIR
 * (test/one-temporary-folder.ts), and a Java package takes 20 seconds of processor time.
 */
export async function oncePerRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name);
  mkdirSync(folder, { recursive: true });
  const filled = `${folder}.filled`;
  const release = await lock(folder, {
    realpath: false,
    // Packing blocks the timer that keeps a lock fresh. Nobody else uses the folder after a run that was killed.
    stale: 3_600_000,
    retries: { retries: 5_000, factor: 1, minTimeout: 100 },
  });
  try {
    if (!existsSync(filled)) await fill(folder);
    writeFileSync(filled, '');
    return folder;
  } finally {
    await release();
  }
}
