import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Installs npm packages in the clone's cache, once. Returns their node_modules, or undefined if npm cannot get them. Their
 * peers are those of the clone.
 */
export async function cachedPackages(...packages: readonly string[]): Promise<string | undefined> {
  const cache = resolve('.cache/npm', packages.join('+').replaceAll('/', '-'));
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), '{ "private": true }');
  const parameters = ['install', '--prefer-offline', '--ignore-scripts', '--legacy-peer-deps', ...packages];
  const installed = execute('npm', parameters, { cwd: cache });
  return installed.then(
    () => join(cache, 'node_modules'),
    () => undefined,
  );
}
