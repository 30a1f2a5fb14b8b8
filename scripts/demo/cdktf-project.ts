import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { temporaryFolder } from '../package/temporary-folder';

const repository = join(__dirname, '..', '..');
const stack = 'security-operations';

export interface CdktfProjectOptions {
  /** Absolute path of terraform or tofu. */
  readonly terraform: string;
  /** Variables for the stack and the provider: SVC_… and TF_VAR_…. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborts the current command. */
  readonly signal: AbortSignal;
}

export interface CdktfRun {
  readonly code: number;
  /** The complete output of cdktf, without colours. */
  readonly output: string;
}

/**
 * A cdktf project in a temporary folder that runs `examples/typescript` unchanged. State, cdktf.out and caches
 * stay in that folder. Neither the repository nor the user's files are changed.
 */
export class CdktfProject {
  /** Deleted when this process exits. */
  readonly #directory = temporaryFolder(tmpdir(), 'svc-demo-');

  constructor(private readonly options: CdktfProjectOptions) {
    for (const folder of ['home', 'tmp']) mkdirSync(join(this.#directory, folder));
    const loader = pathToFileURL(require.resolve('tsx')).href;
    const program = join(repository, 'examples', 'typescript', 'main.ts');
    const settings = {
      language: 'typescript',
      app: `node --import "${loader}" "${program}"`,
      projectId: '0d8c2f3e-3c0e-4a53-8a52-6b1d6f6f3d11',
      sendCrashReports: 'false',
    };
    writeFileSync(join(this.#directory, 'cdktf.json'), JSON.stringify(settings));
    writeFileSync(join(this.#directory, 'terraform.rc'), '');
  }

  /** Runs the cdktf CLI. `onLine` receives each line immediately. */
  async cdktf(parameters: readonly string[], onLine: (line: string) => void = () => {}): Promise<CdktfRun> {
    const program = join(repository, 'node_modules', '.bin', 'cdktf');
    const settings = { ...this.#settings(), all: true, reject: false } as const;
    const child = execa(program, parameters, settings);
    const lines = createInterface({ input: child.all ?? Readable.from([]) });
    lines.on('line', line => onLine(stripVTControlCharacters(line).trimEnd()));
    const { exitCode, all = '' } = await child;
    this.options.signal.throwIfAborted();
    return { code: exitCode, output: stripVTControlCharacters(all) };
  }

  /** Returns the plan of the last `cdktf diff` as Terraform's JSON. It contains secrets. */
  async plan(): Promise<unknown> {
    return JSON.parse(await this.#show('-json'));
  }

  /** Returns that plan as a person reviews it. */
  shownPlan(): Promise<string> {
    return this.#show('-no-color');
  }

  async #show(...options: readonly string[]): Promise<string> {
    const settings = { ...this.#settings(), cwd: this.#stackDirectory };
    return (await execa(this.options.terraform, ['show', ...options, 'plan'], settings)).stdout;
  }

  /** Runs our command `report` on the plan of the last `cdktf diff`, in an environment of the same settings. */
  async report(...parameters: readonly string[]): Promise<string> {
    const program = [join(repository, 'dist', 'cli.cjs'), 'report', join(this.#stackDirectory, 'plan')];
    return (await execa(process.execPath, [...program, ...parameters], this.#settings())).stdout;
  }

  get #stackDirectory(): string {
    return join(this.#directory, 'cdktf.out', 'stacks', stack);
  }

  /** The environment has none of the user's Terraform, cdktf and SVC settings, and another home folder. */
  #settings() {
    const env = {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: join(this.#directory, 'home'),
      TMPDIR: join(this.#directory, 'tmp'),
      TERRAFORM_BINARY_NAME: this.options.terraform,
      TF_CLI_CONFIG_FILE: join(this.#directory, 'terraform.rc'),
      CHECKPOINT_DISABLE: '1',
      // With CI set, cdktf prints lines instead of an animation.
      CI: '1',
      ...this.options.environment,
    };
    const { signal } = this.options;
    return { cwd: this.#directory, env, extendEnv: false, stdin: 'ignore', signal } as const;
  }
}
