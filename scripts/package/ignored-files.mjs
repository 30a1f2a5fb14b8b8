import { execFileSync } from 'node:child_process';

/**
 * Returns the files that git ignores in what is published from git, for example the state that an example has left. npm
 * packs them with the rest, because the manifest names their folder. Products of the build are ignored as a whole.
 *
 * `scripts/pack.mjs` runs without the dependencies, so this file uses only Node.js itself.
 *
 * @param {readonly string[]} published `files` of the manifest
 * @param {string} root folder of the clone
 * @returns {readonly string[]}
 */
export function ignoredFiles(published, root = process.cwd()) {
  /** @param {readonly string[]} parameters */
  const list = (...parameters) =>
    execFileSync('git', ['ls-files', '-z', ...parameters], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(path => path !== '');
  const sources = published.filter(path => list('--', path).length > 0);
  if (sources.length === 0) return [];
  return list('--others', '--ignored', '--exclude-standard', '--directory', '--', ...sources);
}

/**
 * Returns a sentence that says which files must not be packed; none if there are no such files.
 *
 * @param {readonly string[]} paths
 * @returns {readonly string[]}
 */
export function ignoredFileRefusals(paths) {
  if (paths.length === 0) return [];
  return [
    `git ignores these files, and they would be published. Move them out of the clone, or delete them:\n${paths
      .slice(0, 10)
      .map(path => `    ${path}`)
      .join('\n')}`,
  ];
}
