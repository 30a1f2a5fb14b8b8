import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { endTree } from './processes';

const execute = promisify(execFile);
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
  readonly code: number | null;
  /** The complete output of cdktf, without colours. */
  readonly output: string;
}

/**
 * A cdktf project in a temporary folder that runs `examples/typescript` unchanged. State, cdktf.out and caches
 * stay in that folder. Neither the repository nor the user's files are changed.
 */
export class CdktfProject {
  #running: ChildProcess | undefined;

  private constructor(
    readonly directory: string,
    private readonly options: CdktfProjectOptions,
  ) {}

  static async create(options: CdktfProjectOptions): Promise<CdktfProject> {
    const project = new CdktfProject(await mkdtemp(join(tmpdir(), 'svc-demo-')), options);
    for (const folder of ['home', 'tmp']) await mkdir(join(project.directory, folder));
    const loader = pathToFileURL(require.resolve('tsx')).href;
    const program = join(repository, 'examples', 'typescript', 'main.ts');
    const settings = {
      language: 'typescript',
      app: `node --import "${loader}" "${program}"`,
      projectId: '0d8c2f3e-3c0e-4a53-8a52-6b1d6f6f3d11',
      sendCrashReports: 'false',
    };
    await writeFile(join(project.directory, 'cdktf.json'), JSON.stringify(settings));
    await writeFile(join(project.directory, 'terraform.rc'), '');
    return project;
  }

  /** Runs the cdktf CLI. `onLine` receives each line immediately. */
  async cdktf(parameters: readonly string[], onLine: (line: string) => void = () => {}): Promise<CdktfRun> {
    this.options.signal.throwIfAborted();
    const program = join(repository, 'node_modules', '.bin', 'cdktf');
    const child = spawn(program, parameters, {
      cwd: this.directory,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A new process group: otherwise Ctrl-C would also reach cdktf. The demo ends the command and waits for it.
      detached: true,
    });
    this.#running = child;
    const lines: string[] = [];
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', line => {
        const text = stripVTControlCharacters(line).trimEnd();
        lines.push(text);
        onLine(text);
      });
    }
    const code = await this.#ended(child);
    return { code, output: lines.join('\n') };
  }

  /** Returns the plan of the last `cdktf diff` as Terraform's JSON. It contains secrets. */
  async plan(): Promise<unknown> {
    const shown = await this.terraform(['show', '-json', 'plan']);
    return JSON.parse(shown);
  }

  /** Runs Terraform in the folder of the stack. */
  async terraform(parameters: readonly string[], cwd = this.#stackDirectory): Promise<string> {
    const { terraform, signal } = this.options;
    const limits = { maxBuffer: 64 * 1024 * 1024, signal };
    return (await execute(terraform, parameters, { cwd, env: this.#environment(), ...limits })).stdout;
  }

  /** Runs our command `report` on the plan of the last `cdktf diff`, in an environment of the same settings. */
  async report(...parameters: readonly string[]): Promise<string> {
    const program = [join(repository, 'dist', 'cli.cjs'), 'report', join(this.#stackDirectory, 'plan')];
    const options = { cwd: this.directory, env: this.#environment(), signal: this.options.signal };
    return (await execute(process.execPath, [...program, ...parameters], options)).stdout;
  }

  /** Ends the running command and removes the folder. */
  async dispose(): Promise<void> {
    await this.#end();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  get #stackDirectory(): string {
    return join(this.directory, 'cdktf.out', 'stacks', stack);
  }

  async #ended(child: ChildProcess): Promise<number | null> {
    const { signal } = this.options;
    const end = () => void this.#end();
    signal.addEventListener('abort', end, { once: true });
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      signal.throwIfAborted();
      return code;
    } finally {
      signal.removeEventListener('abort', end);
      this.#running = undefined;
    }
  }

  async #end(): Promise<void> {
    const pid = this.#running?.pid;
    if (pid !== undefined) await endTree(pid);
  }

  /** The environment without the user's Terraform, cdktf and SVC settings, and with another home folder. */
  #environment(): Record<string, string> {
    return {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: join(this.directory, 'home'),
      TMPDIR: join(this.directory, 'tmp'),
      TERRAFORM_BINARY_NAME: this.options.terraform,
      TF_CLI_CONFIG_FILE: join(this.directory, 'terraform.rc'),
      CHECKPOINT_DISABLE: '1',
      // With CI set, cdktf prints lines instead of an animation.
      CI: '1',
      ...this.options.environment,
    };
  }
}
