import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { execute } from './execution';

/** The process that makes packages in a clone has the lock of this folder. */
const packageFolder = (clone: string) => join(clone, '.cache', 'package');

/** A lock whose owner was killed expires after this time, which the next owner waits. */
const staleMilliseconds = 5000;
const waiting = { retries: 14, factor: 1, minTimeout: 500, maxTimeout: 500 };

/**
 * Runs while no other process makes packages in this clone: two would write the same files.
 *
 * @throws if another one does
 */
export async function oneAtATime(act: () => Promise<void>, clone: string = process.cwd()): Promise<void> {
  const folder = packageFolder(clone);
  mkdirSync(folder, { recursive: true });
  const release = await lock(folder, { stale: staleMilliseconds, retries: waiting }).catch(() => {
    throw new Error(
      'Another process makes packages in this clone. Wait until it has ended, and run this command again.',
    );
  });
  try {
    await act();
  } finally {
    await release();
  }
}

const recordOf = (clone: string) => join(packageFolder(clone), 'place');

/** Records the place in which a package is tried, so that the next run can remove it if this one is killed. */
export function recordPlace(folder: string, clone: string = process.cwd()): void {
  mkdirSync(packageFolder(clone), { recursive: true });
  writeFileSync(recordOf(clone), folder);
}

export function forgetPlace(clone: string = process.cwd()): void {
  rmSync(recordOf(clone), { force: true });
}

/** Removes the place of a run that was killed, after the sandbox in it has been stopped. Returns its path. */
export async function removeLeftPlace(clone: string = process.cwd()): Promise<string | undefined> {
  if (!existsSync(recordOf(clone))) return undefined;
  const folder = readFileSync(recordOf(clone), 'utf8');
  const isLeft = existsSync(folder);
  if (isLeft) {
    const env = { ...process.env, HOME: join(folder, 'home'), XDG_STATE_HOME: undefined };
    const stop = [join(clone, 'dist', 'cli.cjs'), 'sandbox', '--stop'];
    await execute(process.execPath, stop, { cwd: folder, env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  forgetPlace(clone);
  return isLeft ? folder : undefined;
}
