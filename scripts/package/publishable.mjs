/**
 * Refuses what must not be packed. `npm pack` runs this file (`prepack`), and `npm run package` imports it. A published
 * folder may hold files that git ignores, such as the state that an example has left: npm would pack them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @param {string} root folder of a package.json
 * @returns {readonly string[]} `files` of that manifest
 * @throws if one of them is missing, or has files that git ignores
 */
export function publishedFiles(root) {
  /** @type {readonly string[]} */
  const files = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).files;
  const missing = files.filter(path => !existsSync(join(root, path)));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing. Run "npm run build" first.`);
  const ignored = ignoredFiles(files, root);
  if (ignored.length === 0) return files;
  throw new Error(
    `git ignores these files, and they would be published. Move or delete them:\n${ignored.join('\n')}`,
  );
}

/**
 * Products of the build are ignored as a whole, so only folders with files of git are searched.
 *
 * @param {readonly string[]} files
 * @param {string} cwd
 */
function ignoredFiles(files, cwd) {
  /** @param {readonly string[]} parameters */
  const list = (...parameters) =>
    execFileSync('git', ['ls-files', ...parameters], { cwd, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  const sources = files.filter(path => list('--', path).length > 0);
  if (sources.length === 0) return [];
  return list('--others', '--ignored', '--exclude-standard', '--directory', '--', ...sources);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) publishedFiles('.');
