import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Cdk } from '../../../scripts/generate-bindings';
import { stage } from '../../../scripts/package/npm-package';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { foundTerraform } from '../../harness/terraform/found-terraform';

const execute = promisify(execFile);

/** A user's repository: the examples of a state in PostgreSQL and of a pipeline, and this package as a dependency. */
export class Repository {
  private constructor(
    readonly folder: string,
    /** Folders with the programs of a job: an executable `terraform` or `tofu`, whatever its own name is. */
    readonly path: string,
  ) {}

  /** @param program main.ts of a project of cdktf, or of cdktn if it imports that; without it, the configuration is HCL */
  static async create(program?: string): Promise<Repository> {
    const top = temporaryFolder(tmpdir(), 'svc-repository-');
    const programs = join(top, 'programs');
    const repository = new Repository(join(top, 'repository'), `${programs}:${process.env['PATH'] ?? ''}`);
    await mkdir(programs);
    const { path, product } = await foundTerraform();
    await writeFile(join(programs, product), `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 });
    const cdk = program?.includes("from 'cdktn'") === true ? 'cdktn' : 'cdktf';
    const folder = await infrastructure(cdk, program);
    await cp(folder, join(repository.folder, 'infrastructure'), { recursive: true });
    if (program !== undefined) await writeFile(join(programs, 'npm'), await npmOf(cdk), { mode: 0o755 });
    await writeFile(join(repository.folder, '.gitignore'), ignored);
    await repository.git('init', '--quiet', '--initial-branch=main');
    await repository.commit('Begin');
    return repository;
  }

  async git(...parameters: readonly string[]): Promise<string> {
    return (await execute('git', parameters, { cwd: this.folder })).stdout.trim();
  }

  async commit(message: string): Promise<string> {
    await this.git('add', '--all');
    const author = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.com'];
    await this.git(...author, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
    return this.git('rev-parse', 'HEAD');
  }

  /** Changes a file, also one that git ignores, and adds it. A file that does not exist begins empty. */
  async edit(file: string, change: (text: string) => string | Buffer): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, change(await readFile(path, 'utf8').catch(() => '')));
    await this.git('add', '--force', file);
  }

  /** Replaces a folder by a checkout of a commit, as a runner that keeps nothing. */
  async checkOut(commit: string, folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await execute('git', ['clone', '--quiet', this.folder, folder]);
    await execute('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  }
}

const ignored = 'node_modules/\ncdktf.out/\n.terraform/\n*.tfstate*\n';

/** Returns the folder `infrastructure`. */
async function infrastructure(cdk: Cdk, program?: string): Promise<string> {
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
  await installPackage(folder, cdk);
  if (program === undefined) await lockProvider(top, folder);
  return folder;
}

/**
 * An `npm` that adds the packages of this repository to what a project's lock file names, so that nothing is fetched. The command
 * line of cdktf serves cdktn, too: that of cdktn needs a newer Node.js, and `test/languages` runs it.
 */
async function npmOf(cdk: Cdk): Promise<string> {
  const { stdout: npm } = await execute('which', ['npm']);
  const modules = resolve('node_modules');
  return `#!/bin/sh
'${npm.trim()}' "$@" || exit
for name in ${cdk} constructs tsx; do ln -s '${modules}'/$name node_modules/; done
ln -s '${modules}/.bin/cdktf' node_modules/.bin/${cdk}
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
