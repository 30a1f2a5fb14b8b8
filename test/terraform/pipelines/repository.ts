import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import type { Cdk } from '../../../scripts/generate-bindings';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { oncePerRun } from '../../harness/once-per-run';
import { packedPackage } from '../../harness/packed-package';
import { foundTerraform } from '../../harness/terraform/found-terraform';

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
  const infrastructure = await oncePerRun(program === undefined ? 'hcl' : 'cdktn', top =>
    makeInfrastructure(join(top, 'infrastructure'), program === undefined),
  );
  await cp(join(infrastructure, 'infrastructure'), join(folder, 'infrastructure'), { recursive: true });
  if (program !== undefined) {
    await writeFile(join(folder, 'infrastructure/main.ts'), program);
    const cdktn = join(top, 'cdktn');
    await writeFile(cdktn, commandLineOfCdktn, { mode: 0o755 });
    await writeFile(join(programs, 'npm'), await npmOfCdktn(cdktn), { mode: 0o755 });
  }
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

async function makeInfrastructure(folder: string, isHcl: boolean): Promise<void> {
  await cp('examples/ci/infrastructure', folder, { recursive: true });
  if (isHcl) await copyFile('examples/remote-state/main.tf', join(folder, 'main.tf'));
  else {
    const settings = await readFile('examples/typescript/cdktf.json', 'utf8');
    // Write-only arguments need this.
    await writeFile(join(folder, 'cdktf.json'), settings.replaceAll('>=1.8.0', '>=1.11.0'));
  }
  await installPackage(folder, isHcl ? 'cdktf' : 'cdktn');
  if (isHcl) await lockProvider(folder);
}

/** An `npm` that adds the packages of this repository to what a project's lock file names, so that nothing is fetched. */
async function npmOfCdktn(cdktn: string): Promise<string> {
  const { stdout: npm } = await execa('which', ['npm']);
  return `#!/bin/sh
'${npm}' "$@" || exit
for name in cdktn constructs tsx; do ln -s '${modules}'/$name node_modules/; done
ln -s '${cdktn}' node_modules/.bin/
`;
}

const modules = resolve('node_modules');

/**
 * The command line of cdktf serves cdktn, too: that of cdktn needs a newer Node.js, and `test/languages` runs it. It takes
 * 3.5 s of processor time more than the program that it starts, so it synthesizes once.
 */
const commandLineOfCdktn = `#!/bin/sh
[ -e "$HOME/synthesized" ] || { touch "$HOME/synthesized" && exec '${modules}/.bin/cdktf' "$@"; }
CDKTF_CONTEXT_JSON=$(jq -c .context cdktf.json) exec sh -c "$(jq -r .app cdktf.json)"
`;

/** Adds this package, and what `npm ci` needs to install it. */
async function installPackage(folder: string, cdk: Cdk): Promise<void> {
  const { tarball } = await packedPackage(cdk);
  await copyFile(tarball, join(folder, basename(tarball)));
  const manifest = {
    private: true,
    devDependencies: { [`${cdk}-provider-svc`]: `file:${basename(tarball)}` },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, '.npmrc'), 'legacy-peer-deps=true\naudit=false\nfund=false\n');
  await execa('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder });
}

/** Writes the lock file of Terraform, as a person does once. */
async function lockProvider(folder: string): Promise<void> {
  const home = join(folder, '../home');
  await cp('dist/mirror', join(home, '.terraform.d', 'plugins'), { recursive: true });
  const { path } = await foundTerraform();
  const env = { PATH: process.env['PATH'], HOME: home, CHECKPOINT_DISABLE: '1' };
  await execa(path, ['init', '-backend=false'], { cwd: folder, env, extendEnv: false });
  await rm(join(folder, '.terraform'), { recursive: true });
}
