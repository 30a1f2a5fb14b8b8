import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './products.mjs';

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

const addressed = 'npm-shrinkwrap.json';
const removeAddresses = () => rmSync(addressed, { force: true });
process.once('exit', removeAddresses);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * npm asks its registry for each address that the lock file does not name, which takes a quarter of the time. Ours names none:
 * a clone may use a mirror. So npm is given one with the usual addresses, and puts the host of its registry into them.
 */
function writeAddresses() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [location, found] of Object.entries(lock.packages)) {
    const name = found.name ?? location.split('node_modules/').at(-1);
    const file = `${name.split('/').at(-1)}-${found.version}.tgz`;
    if (found.integrity) found.resolved = `https://npm.invalid/${name}/-/${file}`;
  }
  writeFileSync(addressed, JSON.stringify(lock));
}

export async function installDependencies() {
  // After a run that was killed, npm would find nothing by that file.
  removeAddresses();
  if (isInstalled()) return;
  console.error('Preparation, step 1 of 2: installing dependencies');
  writeAddresses();
  await run('npm', ['ci', '--replace-registry-host=always'])
    .finally(removeAddresses)
    .catch(() => run('npm', ['ci']));
}
