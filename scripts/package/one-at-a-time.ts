import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { execute } from './execution';

/** A lock whose owner was killed expires after this time, which the next owner waits. */
const staleMilliseconds = 5000;
const waiting = { retries: 14, factor: 1, minTimeout: 500, maxTimeout: 500 };

/**
 * Runs while no other process makes packages in this folder: two would write the same files.
 *
 * @throws if another one does
 */
export async function oneAtATime(act: () => Promise<void>, packages: string): Promise<void> {
  mkdirSync(packages, { recursive: true });
  const release = await lock(packages, { stale: staleMilliseconds, retries: waiting }).catch(() => {
    throw new Error(
      `Another process makes packages in ${packages}. Wait until it has ended, and run this command again.`,
    );
  });
  try {
    await act();
  } finally {
    await release();
  }
}

const recordOf = (packages: string) => `${packages}.place`;

/** Records the place in which a package is tried, so that the next run can remove it if this one is killed. */
export function recordPlace(folder: string, packages: string): void {
  writeFileSync(recordOf(packages), folder);
}

export function forgetPlace(packages: string): void {
  rmSync(recordOf(packages), { force: true });
}

/** Removes the place of a run that was killed, after the sandbox in it has been stopped. Returns its path. */
export async function removeLeftPlace(packages: string): Promise<string | undefined> {
  if (!existsSync(recordOf(packages))) return undefined;
  const folder = readFileSync(recordOf(packages), 'utf8');
  const isLeft = existsSync(folder);
  if (isLeft) {
    const env = { ...process.env, HOME: join(folder, 'home'), XDG_STATE_HOME: undefined };
    const stop = [join(process.cwd(), 'dist', 'cli.cjs'), 'sandbox', '--stop'];
    await execute(process.execPath, stop, { cwd: folder, env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  forgetPlace(packages);
  return isLeft ? folder : undefined;
}
