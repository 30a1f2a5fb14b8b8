import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Cdk } from '../../scripts/generate-bindings';
import { packageFolders } from '../../scripts/package/npm-package';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { aSandbox } from '../harness/a-sandbox';
import { packedPackage } from '../harness/packed-package';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { type Run, run, succeeded } from './run';

const repository = path.resolve('.');

export interface CdktfProjectOptions {
  /** The packages to install, that of cdktf by default. The example is that of the first. */
  readonly cdks?: readonly [Cdk, ...Cdk[]];
  /** Folder of the example to begin with. */
  readonly language?: string;
  /** Folder of the project that is searched for programs first. */
  readonly programs?: string | undefined;
}

/** A project whose provider finds a sandbox, which ends with the test. */
export async function projectOnSandbox(
  environment: Readonly<Record<string, string>> = {},
  options: CdktfProjectOptions = {},
) {
  const { url, key, controls } = await aSandbox();
  const platform = { SVC_BASE_URL: url, SVC_API_KEY: key };
  return { project: await CdktfProject.create({ ...platform, ...environment }, options), controls };
}

/**
 * A cdktf project in a folder of its own with this package installed as `npm install` would: from the packed
 * tarball. Its other dependencies are those of this repository, so nothing is fetched. Its TypeScript is the one that npm
 * installs for users, and not that of jsii. It ends with the test.
 */
export class CdktfProject {
  private constructor(
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  static async create(
    environment: Readonly<Record<string, string>> = {},
    { cdks = ['cdktf'], language = 'typescript', programs }: CdktfProjectOptions = {},
  ): Promise<CdktfProject> {
    const folder = temporaryFolder(tmpdir(), 'svc-cdktf-');
    const home = path.join(folder, 'home');
    await mkdir(path.join(home, '.terraform.d', 'plugin-cache'), { recursive: true });
    const modules = path.join(folder, 'node_modules');
    for (const of of ['.', '.bin'])
      await linkEach(path.join(repository, 'node_modules', of), path.join(modules, of));
    await symlink(path.join(repository, 'node_modules/typescript-7'), path.join(modules, 'typescript'));
    await symlink('../typescript/bin/tsc', path.join(modules, '.bin/tsc'));
    for (const cdk of cdks) {
      const name = `${cdk}-provider-svc`;
      await cp((await packedPackage(cdk)).folder, path.join(modules, name), { recursive: true });
      await symlink(`../${name}/dist/cli.cjs`, path.join(modules, '.bin', name));
    }
    await cp(path.join(packageFolders[cdks[0]], 'examples', language), folder, { recursive: true });
    const { path: binary } = await foundTerraform();
    return new CdktfProject(folder, {
      TERRAFORM_BINARY_NAME: binary,
      // No user's CLI configuration and no user's plugins; what the CLI caches stays in the project's home.
      TF_CLI_CONFIG_FILE: '/dev/null',
      HOME: home,
      CDKTF_HOME: path.join(home, '.cdktf'),
      TF_PLUGIN_CACHE_DIR: path.join(home, '.terraform.d', 'plugin-cache'),
      CHECKPOINT_DISABLE: '1',
      CI: 'true',
      ...(programs && { PATH: `${path.join(folder, programs)}${path.delimiter}${process.env['PATH']}` }),
      ...environment,
    });
  }

  /** Replaces the program. */
  writeProgram(text: string): Promise<void> {
    return writeFile(path.join(this.folder, 'main.ts'), text);
  }

  /** Folder in which Terraform runs for a stack. */
  stackFolder(stack: string): string {
    return path.join(this.folder, 'cdktf.out', 'stacks', stack);
  }

  cdktf(...parameters: string[]): Promise<Run> {
    return this.run(path.join(repository, 'node_modules/.bin/cdktf'), parameters, this.folder);
  }

  /**
   * Runs the program as cdktf-cli does, with the context of cdktf.json. The command line takes 3.5 s of processor time more
   * for the same, so only tests of what it says or does use `cdktf('synth')`.
   */
  async synthesize(): Promise<Run> {
    const text = await readFile(path.join(this.folder, 'cdktf.json'), 'utf8');
    const { app, context } = settings.parse(JSON.parse(text));
    const environment = { ...this.environment, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
    return run('sh', ['-c', app], { cwd: this.folder, environment });
  }

  /** Synthesizes, initializes and applies, without the command line. Returns what the apply says. */
  async deploy(stack: string): Promise<string> {
    succeeded(await this.synthesize());
    succeeded(await this.terraform(stack, 'init', '-no-color'));
    return succeeded(await this.terraform(stack, 'apply', '-auto-approve', '-no-color'));
  }

  run(program: string, parameters: readonly string[], cwd: string): Promise<Run> {
    return run(program, parameters, { cwd, environment: this.environment });
  }

  terraform(stack: string, ...parameters: string[]): Promise<Run> {
    return this.run(
      this.environment['TERRAFORM_BINARY_NAME'] ?? 'terraform',
      parameters,
      this.stackFolder(stack),
    );
  }
}

const settings = z.object({ app: z.string(), context: z.record(z.string(), z.unknown()).default({}) });

/** Links all but what a project has of its own. */
async function linkEach(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from))
    if (!['.bin', 'tsc', 'typescript'].includes(name))
      await symlink(path.join(from, name), path.join(to, name));
}
