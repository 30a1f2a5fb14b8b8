import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { lock } from 'proper-lockfile';
import { execute } from './execution';
import { isRunning } from './work-folder';

/** Longer than any part blocks the timer that keeps the lock fresh. A lock whose owner was killed is removed at once. */
const staleMilliseconds = 600_000;

const ownerOf = (packages: string) => `${packages}.owner`;

/**
 * Runs while no other process makes packages in this folder: two would write the same files.
 *
 * @throws if another one does
 */
export async function oneAtATime(act: () => Promise<void>, packages: string): Promise<void> {
  mkdirSync(packages, { recursive: true });
  removeLockOfTheKilled(packages);
  const release = await lock(packages, { stale: staleMilliseconds }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    throw new Error(
      `Another process makes packages in ${packages}. Wait until it has ended, and run this command again.`,
    );
  });
  writeFileSync(ownerOf(packages), String(process.pid));
  try {
    await act();
  } finally {
    rmSync(ownerOf(packages), { force: true });
    await release();
  }
}

function removeLockOfTheKilled(packages: string): void {
  if (!existsSync(ownerOf(packages))) return;
  if (isRunning(Number(readFileSync(ownerOf(packages), 'utf8')))) return;
  for (const left of [`${packages}.lock`, ownerOf(packages)]) rmSync(left, { recursive: true, force: true });
}

const recordOf = (packages: string) => `${packages}.place`;

/** Records the place in which a package is tried, so that the next run can remove it if this one is killed. */
export function recordPlace(folder: string, packages: string): void {
  writeFileSync(recordOf(packages), folder);
}

export function forgetPlace(packages: string): void {
  rmSync(recordOf(packages), { force: true });
}

/** The record lies beside a folder of the user's choice: others may be able to write there. */
function isPlaceOfOurs(folder: string): boolean {
  if (!/^svc-check-[^/]+$/.test(relative(realpathSync(tmpdir()), folder))) return false;
  return lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Removes the place of a run that was killed, after the sandbox in it has been stopped. Returns its path. */
export async function removeLeftPlace(packages: string): Promise<string | undefined> {
  if (!existsSync(recordOf(packages))) return undefined;
  const folder = readFileSync(recordOf(packages), 'utf8');
  const isLeft = isPlaceOfOurs(folder);
  if (isLeft) {
    const env = { ...process.env, HOME: join(folder, 'home'), XDG_STATE_HOME: undefined };
    const stop = [join(process.cwd(), 'dist', 'cli.cjs'), 'sandbox', '--stop'];
    await execute(process.execPath, stop, { cwd: folder, env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  forgetPlace(packages);
  return isLeft ? folder : undefined;
}
