import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Cdk } from '../../scripts/generate-bindings';
import type { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

/** Records what npm would install. The project has it already, and this package from the packed tarball. */
const npm = 'npm() { if [ "$1" = install ]; then echo "$*" >> installed; else command npm "$@"; fi; }';

/**
 * Opens the shell of a person who follows a page. Variables that a listing exports stay set for the listings after it. The
 * sandbox that one starts in the background ends with the test.
 */
export function listingShell(project: CdktfProject, cdk: Cdk = 'cdktf') {
  const bash = (listing: string) => {
    const script = `set -eo pipefail; [ ! -f exported ] || . ./exported\n${npm}\n${listing}\nexport -p > exported\n`;
    return project.run('bash', ['-c', script], project.folder);
  };
  onTestFinished(async () => void (await bash(`node_modules/.bin/${cdk}-provider-svc sandbox --stop`)));
  /** Runs a listing that must succeed, and returns its output. */
  const run = async (listing: string) => succeeded(await bash(listing));
  /** The same for a listing that installs packages. Each of them must be in the project. */
  const install = async (listing: string) => {
    await run(listing);
    const installed = await readFile(path.join(project.folder, 'installed'), 'utf8');
    // Until the names are reserved, pages name the tarball.
    const names = installed.replace(/\.\/(\S+)-\*\.tgz/g, '$1').split(/\s+/);
    const words = names.filter(word => /^[a-z@]/.test(word) && word !== 'install');
    const packages = words.map(word => word.replace(/(?<=.)@.*$/, ''));
    expect(packages).toContain(`${cdk}-provider-svc`);
    for (const name of packages)
      await expect(
        readFile(path.join(project.folder, 'node_modules', name, 'package.json')),
      ).resolves.toBeDefined();
  };
  return { run, install };
}
