import { execFileSync } from 'node:child_process';

/**
 * Returns the files that git ignores in what is published from git, for example the state that an example has left. npm
 * packs them with the rest, because the manifest names their folder. Products of the build are ignored as a whole.
 *
 * @param published `files` of the manifest
 * @param root folder of the clone
 */
export function ignoredFiles(published: readonly string[], root: string = process.cwd()): readonly string[] {
  const list = (...parameters: readonly string[]) =>
    execFileSync('git', ['ls-files', '-z', ...parameters], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(path => path !== '');
  const sources = published.filter(path => list('--', path).length > 0);
  if (sources.length === 0) return [];
  return list('--others', '--ignored', '--exclude-standard', '--directory', '--', ...sources);
}

/** Returns a sentence that says which files must not be packed; none if there are no such files. */
export function ignoredFileRefusals(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [
    `git ignores these files, and they would be published. Move them out of the clone, or delete them:\n${paths
      .slice(0, 10)
      .map(path => `    ${path}`)
      .join('\n')}`,
  ];
}
