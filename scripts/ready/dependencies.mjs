import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Whether node_modules has what our lock file wants, by the lock file that npm keeps there. Time stamps are less reliable: a
 * checkout touches unchanged files, and a pulled lock file may be older than node_modules.
 */
function isInstalled() {
  const own = 'node_modules/.package-lock.json';
  if (!existsSync(own)) return false;
  const [wanted, installed] = ['package-lock.json', own].map(
    file => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  // The empty location is this package itself. Optional packages are for other operating systems.
  return Object.entries(wanted).every(
    ([location, { version, optional }]) =>
      location === '' || (location in installed ? installed[location].version === version : optional),
  );
}

export async function installDependencies() {
  if (isInstalled()) return;
  console.error('Preparation, step 1 of 2: installing dependencies');
  // A third of the time goes into asking whether what is cached is current. A cache older than the lock file fails.
  await run('npm', ['ci', '--prefer-offline']).catch(() => run('npm', ['ci']));
}
