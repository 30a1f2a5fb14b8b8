import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { findTerraform } from '../../../src/cli/terraform-binary';

const execute = promisify(execFile);

/** A user's repository: the examples of a state in PostgreSQL and of a pipeline, and this package as a dependency. */
export class Repository {
  private constructor(
    readonly folder: string,
    /** Folder with an executable `terraform` or `tofu`, whatever its own name is. */
    readonly programs: string,
  ) {}

  /** @param pipelines folder of examples/ci whose files belong into the top of the repository */
  static async create(pipelines: string): Promise<Repository> {
    const top = await mkdtemp(join(tmpdir(), 'svc-repository-'));
    onTestFinished(() => rm(top, { recursive: true, force: true }));
    const repository = new Repository(join(top, 'repository'), join(top, 'programs'));
    await mkdir(repository.programs);
    const { path, product } = await findTerraform({ environment: process.env });
    await writeFile(join(repository.programs, product), `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 });
    await cp(join('examples/ci', pipelines), repository.folder, { recursive: true });
    if (product === 'tofu') await repository.useOpenTofu();
    await repository.git('init', '--quiet', '--initial-branch=main');
    await repository.git('remote', 'add', 'origin', 'git@forge.example:acme/security.git');
    await cp(await infrastructure(), join(repository.folder, 'infrastructure'), { recursive: true });
    await writeFile(join(repository.folder, '.gitignore'), ignored);
    await repository.commit('Begin');
    return repository;
  }

  /** Changes the one line that docs/pipelines.md names, in each file. */
  private async useOpenTofu(): Promise<void> {
    const names = await readdir(this.folder, { recursive: true });
    for (const file of names.filter(name => name.endsWith('.yml')).map(name => join(this.folder, name))) {
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('TERRAFORM_BINARY_NAME: terraform', 'TERRAFORM_BINARY_NAME: tofu'));
    }
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

  /** Adds text to a file of the folder `infrastructure` in a commit of its own, and returns that commit. */
  async add(text: string, file = 'main.tf'): Promise<string> {
    await appendFile(join(this.folder, 'infrastructure', file), text);
    return this.commit('Add');
  }

  /** Replaces a folder by a checkout of a commit, as a runner that keeps nothing. */
  async checkOut(commit: string, folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await execute('git', ['clone', '--quiet', this.folder, folder]);
    await execute('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  }
}

const ignored = 'node_modules/\n.terraform/\n*.tfstate*\nsvc-journal/\n';

/** Returns the folder `infrastructure`. */
async function infrastructure(): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'svc-infrastructure-'));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const folder = join(top, 'infrastructure');
  await cp('examples/ci/infrastructure', folder, { recursive: true });
  await copyFile('examples/remote-state/main.tf', join(folder, 'main.tf'));
  await installPackage(folder);
  await lockProvider(folder, top);
  return folder;
}

/** Packs this package, and writes what `npm ci` needs to install it. */
async function installPackage(folder: string): Promise<void> {
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', packing, { cwd: resolve('.') });
  const manifest = {
    private: true,
    devDependencies: { 'cdktf-provider-svc': `file:${stdout.trim()}` },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, '.npmrc'), 'legacy-peer-deps=true\naudit=false\nfund=false\n');
  await execute('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder });
}

/** Writes the lock files of Terraform, as a person does once. */
async function lockProvider(folder: string, home: string): Promise<void> {
  await cp('dist/mirror', join(home, '.terraform.d', 'plugins'), { recursive: true });
  const { path } = await findTerraform({ environment: process.env });
  const env = { PATH: process.env['PATH'], HOME: home, CHECKPOINT_DISABLE: '1' };
  for (const place of [folder, join(folder, 'inventory')]) {
    await execute(path, ['init', '-backend=false'], { cwd: place, env });
    await rm(join(place, '.terraform'), { recursive: true });
  }
}
