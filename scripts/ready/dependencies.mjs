import { readFileSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Compares our lock file with the one that npm keeps in node_modules. Time stamps are less reliable: a checkout
 * touches unchanged files, and a pulled lock file may be older than node_modules.
 *
 * @param {{packages: Record<string, {version?: string, optional?: boolean}>}} wanted
 * @param {{packages: Record<string, {version?: string}>} | undefined} installed
 * @returns {string | undefined} why an installation is needed, or undefined when it is not
 */
export function reasonToInstall(wanted, installed) {
  if (installed === undefined) return 'node_modules is missing';
  for (const [location, entry] of Object.entries(wanted.packages)) {
    const present = installed.packages[location];
    // The empty location is this package itself. Optional packages are for other operating systems.
    if (location === '' || (present === undefined && entry.optional)) continue;
    if (present?.version !== entry.version) return `${location} is not at ${entry.version ?? 'its place'}`;
  }
  return undefined;
}

export async function installDependencies() {
  const reason = reasonToInstall(
    readLock('package-lock.json') ?? { packages: {} },
    readLock('node_modules/.package-lock.json'),
  );
  if (reason === undefined) return;
  console.error(`Preparation, step 1 of 2: installing dependencies (${reason})`);
  // A third of the time goes into asking whether what is cached is current. A cache older than the lock file fails.
  await run('npm', ['ci', '--prefer-offline']).catch(() => run('npm', ['ci']));
}

/** @param {string} path */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
