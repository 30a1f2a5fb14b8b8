import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

/**
 * Installs npm packages in the clone's cache, once. Returns their node_modules, or undefined if npm cannot get them. Their
 * peers are those of the clone.
 */
export async function cachedPackages(...packages: readonly string[]): Promise<string | undefined> {
  const cache = resolve('.cache/npm', packages.join('+').replaceAll('/', '-'));
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), '{ "private": true }');
  const parameters = ['install', '--prefer-offline', '--ignore-scripts', '--legacy-peer-deps', ...packages];
  const { exitCode } = await execa('npm', parameters, { cwd: cache, reject: false });
  return exitCode === 0 ? join(cache, 'node_modules') : undefined;
}
