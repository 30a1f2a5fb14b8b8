import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Cdk } from '../../../scripts/generate-bindings';
import { stage } from '../../../scripts/package/npm-package';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { foundTerraform } from '../../harness/terraform/found-terraform';

const execute = promisify(execFile);

/**
 * A user's repository: the examples of a state in PostgreSQL and of a pipeline, and this package as a dependency. Of git, a job
 * gets files alone, so it is a folder.
 *
 * @param program main.ts of a project of cdktn; without it, the configuration is HCL
 */
export async function userRepository(program?: string) {
  const top = temporaryFolder(tmpdir(), 'svc-repository-');
  const [folder, programs] = [join(top, 'repository'), join(top, 'programs')];
  await mkdir(programs);
  const { path, product } = await foundTerraform();
  await writeFile(join(programs, product), `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 });
  await cp(await infrastructure(program), join(folder, 'infrastructure'), { recursive: true });
  if (program !== undefined) await writeFile(join(programs, 'npm'), await npmOfCdktn(), { mode: 0o755 });
  return {
    folder,
    /** Folders with the programs of a job: an executable `terraform` or `tofu`, whatever its own name is. */
    path: `${programs}:${process.env['PATH'] ?? ''}`,
    /** Changes a file. One that does not exist begins empty. */
    edit: async (name: string, change: (text: string) => string | Buffer) => {
      const file = join(folder, name);
      await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
    },
    /** Replaces a folder by a checkout, as a runner that keeps nothing. */
    checkOut: async (checkout: string) => {
      await rm(checkout, { recursive: true, force: true });
      await cp(folder, checkout, { recursive: true });
    },
  };
}

/** Returns the folder `infrastructure`. */
async function infrastructure(program?: string): Promise<string> {
  const top = temporaryFolder(tmpdir(), 'svc-infrastructure-');
  const folder = join(top, 'infrastructure');
  await cp('examples/ci/infrastructure', folder, { recursive: true });
  if (program === undefined) await copyFile('examples/remote-state/main.tf', join(folder, 'main.tf'));
  else {
    await writeFile(join(folder, 'main.ts'), program);
    const settings = await readFile('examples/typescript/cdktf.json', 'utf8');
    // Write-only arguments need this.
    await writeFile(join(folder, 'cdktf.json'), settings.replaceAll('>=1.8.0', '>=1.11.0'));
  }
  await installPackage(folder, program === undefined ? 'cdktf' : 'cdktn');
  if (program === undefined) await lockProvider(top, folder);
  return folder;
}

/**
 * An `npm` that adds the packages of this repository to what a project's lock file names, so that nothing is fetched. The command
 * line of cdktf serves cdktn, too: that of cdktn needs a newer Node.js, and `test/languages` runs it.
 */
async function npmOfCdktn(): Promise<string> {
  const { stdout: npm } = await execute('which', ['npm']);
  const modules = resolve('node_modules');
  return `#!/bin/sh
'${npm.trim()}' "$@" || exit
for name in cdktn constructs tsx; do ln -s '${modules}'/$name node_modules/; done
ln -s '${modules}/.bin/cdktf' node_modules/.bin/cdktn
`;
}

/** Packs this package, and writes what `npm ci` needs to install it. */
async function installPackage(folder: string, cdk: Cdk): Promise<void> {
  const staged = temporaryFolder(tmpdir(), 'svc-staged-');
  stage(cdk === 'cdktn' ? 'dist/cdktn' : '.', staged);
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', packing, { cwd: staged });
  const manifest = {
    private: true,
    devDependencies: { [`${cdk}-provider-svc`]: `file:${stdout.trim()}` },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, '.npmrc'), 'legacy-peer-deps=true\naudit=false\nfund=false\n');
  await execute('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder });
}

/** Writes the lock file of Terraform, as a person does once. */
async function lockProvider(home: string, folder: string): Promise<void> {
  await cp('dist/mirror', join(home, '.terraform.d', 'plugins'), { recursive: true });
  const { path } = await foundTerraform();
  const env = { PATH: process.env['PATH'], HOME: home, CHECKPOINT_DISABLE: '1' };
  await execute(path, ['init', '-backend=false'], { cwd: folder, env });
  await rm(join(folder, '.terraform'), { recursive: true });
}
