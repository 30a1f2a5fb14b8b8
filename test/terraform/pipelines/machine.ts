import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';

export type Texts = Readonly<Record<string, string>>;

export interface StepResult {
  readonly code: number;
  readonly output: string;
}

/** The machine of a runner: each job begins with an empty checkout at the same path, and an empty home. */
export class Machine {
  /** All that jobs have said, for the search for secrets. */
  readonly said: string[] = [];
  #jobs = 0;

  private constructor(readonly folder: string) {}

  static async create(): Promise<Machine> {
    const folder = temporaryFolder(tmpdir(), 'svc-runner-');
    return new Machine(folder);
  }

  get checkout(): string {
    return join(this.folder, 'work', 'security');
  }

  async begin(): Promise<void> {
    this.#jobs += 1;
    await rm(this.checkout, { recursive: true, force: true });
    for (const folder of [this.checkout, this.#home]) await mkdir(folder, { recursive: true });
  }

  /** Runs a script as both runners do: bash, which ends at the first command that fails. */
  async run(script: string, folder: string, environment: Texts): Promise<StepResult> {
    const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const env = { ...environment, CI: 'true', HOME: this.#home };
    const settings = { cwd: join(this.checkout, folder), env, extendEnv: false, stdin: 'ignore' } as const;
    const ended = execa('bash', options, { ...settings, all: true, reject: false, stripFinalNewline: false });
    const { exitCode: code, all: output = '' } = await ended;
    this.said.push(output);
    return { code, output };
  }

  /** Keeps a folder of the checkout under a name. A folder that does not exist is no error. */
  keep = (path: string, name: string) => copy(join(this.checkout, path), this.kept(name));

  restore = (name: string, path: string) => copy(this.kept(name), join(this.checkout, path));

  kept(name: string): string {
    return join(this.folder, 'kept', name);
  }

  /** What all kept files contain. */
  stored(): readonly string[] {
    return readdirSync(this.kept('.'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  }

  get #home(): string {
    return join(this.folder, `home-${this.#jobs}`);
  }
}

async function copy(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true });
}
