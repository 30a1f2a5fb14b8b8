import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
    /** Folder with an executable `terraform`. */
    readonly programs: string,
  ) {}

  /** @param pipelines folder of examples/ci whose files belong into the top of the repository */
  static async create(pipelines: string): Promise<Repository> {
    const top = await mkdtemp(join(tmpdir(), 'svc-repository-'));
    onTestFinished(() => rm(top, { recursive: true, force: true }));
    const repository = new Repository(join(top, 'repository'), join(top, 'programs'));
    await mkdir(repository.programs);
    const { path } = await findTerraform({ environment: process.env });
    await writeFile(join(repository.programs, 'terraform'), `#!/bin/sh\nexec '${path}' "$@"\n`, {
      mode: 0o755,
    });
    await cp(join('examples/ci', pipelines), repository.folder, { recursive: true });
    await repository.git('init', '--quiet', '--initial-branch=main');
    await repository.git('remote', 'add', 'origin', 'git@forge.example:acme/security.git');
    await repository.writeInfrastructure(join(top, 'home'));
    await repository.commit('Begin');
    return repository;
  }

  git(...parameters: readonly string[]): Promise<string> {
    return this.run('git', parameters);
  }

  async commit(message: string): Promise<string> {
    await this.git('add', '--all');
    const author = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.com'];
    await this.git(...author, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
    return this.git('rev-parse', 'HEAD');
  }

  /** Adds configuration in a commit of its own, and returns that commit. */
  async add(configuration: string): Promise<string> {
    await appendFile(join(this.folder, 'infrastructure', 'main.tf'), configuration);
    return this.commit('Add');
  }

  /** Replaces a folder by a checkout of a commit, as a runner that keeps nothing. */
  async checkOut(commit: string, folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await execute('git', ['clone', '--quiet', this.folder, folder]);
    await execute('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  }

  /** Sets the default branch of a checkout, as its origin has it, to a commit without files. */
  async markBase(checkout: string): Promise<void> {
    const inCheckout = ['-C', checkout, '-c', 'user.name=Someone', '-c', 'user.email=someone@example.com'];
    const empty = await this.git(...inCheckout, 'hash-object', '-t', 'tree', '-w', '/dev/null');
    const base = await this.git(...inCheckout, 'commit-tree', '-m', 'base', empty);
    await this.git(...inCheckout, 'update-ref', 'refs/remotes/origin/main', base);
  }

  private async writeInfrastructure(home: string): Promise<void> {
    const infrastructure = join(this.folder, 'infrastructure');
    await cp('examples/ci/infrastructure', infrastructure, { recursive: true });
    await copyFile('examples/remote-state/main.tf', join(infrastructure, 'main.tf'));
    const dependency = `file:${await packInto(infrastructure)}`;
    const manifest = { private: true, devDependencies: { 'cdktf-provider-svc': dependency } };
    await writeFile(join(infrastructure, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(infrastructure, '.npmrc'), 'legacy-peer-deps=true\naudit=false\nfund=false\n');
    await writeFile(
      join(this.folder, '.gitignore'),
      'node_modules/\n.terraform/\n*.tfstate*\nsvc-journal/\n',
    );
    await this.run('npm', ['install', '--package-lock-only', '--ignore-scripts'], infrastructure);
    await this.lockProvider(infrastructure, home);
  }

  /** Writes the lock files, as a person does once. */
  private async lockProvider(infrastructure: string, home: string): Promise<void> {
    await cp('dist/mirror', join(home, '.terraform.d', 'plugins'), { recursive: true });
    for (const folder of [infrastructure, join(infrastructure, 'inventory')]) {
      const terraform = join(this.programs, 'terraform');
      const environment = { PATH: process.env['PATH'], HOME: home, CHECKPOINT_DISABLE: '1' };
      await execute(terraform, ['init', '-backend=false'], { cwd: folder, env: environment });
      await rm(join(folder, '.terraform'), { recursive: true });
    }
  }

  private async run(program: string, parameters: readonly string[], cwd = this.folder): Promise<string> {
    return (await execute(program, parameters, { cwd })).stdout.trim();
  }
}

/** Packs this package into a folder, and returns the name of the tarball. */
async function packInto(folder: string): Promise<string> {
  await execute('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: resolve('.'),
  });
  const name = (await readdir(folder)).find(file => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm has packed nothing.');
  return name;
}
