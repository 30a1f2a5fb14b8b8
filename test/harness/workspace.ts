import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from './evidence';
import { type LogLine, parseLog } from './log-lines';
import {
  type Finished,
  processesOf,
  scenarioMarker,
  signalProcess,
  TerraformProcess,
} from './terraform-process';

export interface WorkspaceOptions {
  /** Path of terraform or tofu. */
  readonly binary: string;
  /** Added to the environment, over what the workspace sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Content of the CLI configuration. */
  readonly cliConfiguration: string;
  /** Gets all that the processes say. */
  readonly evidence: Evidence;
}

export interface RunOptions {
  /** The output holds secrets under sensitive paths by right (`show -json`), and is not searched as text. */
  readonly holdsState?: boolean;
}

/** Milliseconds a provider may take to notice that its Terraform is gone. */
const leaveWithin = 10_000;

/** A folder of its own to run Terraform in: configuration, home, temporary files and logs, and nothing else of ours. */
export class Workspace {
  readonly id = randomUUID();
  #runs = 0;
  readonly #surrendered = new Set<string>();

  private constructor(
    readonly directory: string,
    private readonly options: WorkspaceOptions,
  ) {}

  static async create(options: WorkspaceOptions): Promise<Workspace> {
    const workspace = new Workspace(await mkdtemp(join(tmpdir(), 'svc-scenario-')), options);
    for (const folder of ['home', 'tmp', 'logs', 'work']) await mkdir(workspace.#path(folder));
    await writeFile(workspace.#path('cli.tfrc'), options.cliConfiguration);
    return workspace;
  }

  /** The folder that holds the configuration and the state. */
  get root(): string {
    return this.#path('work');
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.root, name), text);
  }

  /** Starts a command and leaves waiting, or killing, to the caller. */
  start(
    parameters: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    { holdsState = false }: RunOptions = {},
  ): TerraformProcess {
    this.#runs += 1;
    const log = this.#path('logs', `${String(this.#runs).padStart(4, '0')}.log`);
    const environment = { ...this.#environment(), ...variables, TF_LOG_PATH: log };
    const started = new TerraformProcess(this.options.binary, parameters, this.root, environment);
    started.finished.then(
      ({ command, stdout, stderr }) => {
        this.options.evidence.add(`stderr of terraform ${command}`, stderr);
        if (!holdsState) this.options.evidence.add(`stdout of terraform ${command}`, stdout);
      },
      // Whoever waits for the process is told that it could not be started.
      () => undefined,
    );
    return started;
  }

  run(...command: Parameters<Workspace['start']>): Promise<Finished> {
    return this.start(...command).finished;
  }

  /** What all commands so far have logged. */
  async logs(): Promise<readonly LogLine[]> {
    return parseLog((await this.#logFiles()).map(({ text }) => text).join(''));
  }

  /** Hands the logs to the search. Terraform appends to them while it runs: call it when all have finished. */
  async surrenderLogs(): Promise<void> {
    const fresh = (await this.#logFiles()).filter(({ name }) => !this.#surrendered.has(name));
    for (const { name, text } of fresh) {
      this.#surrendered.add(name);
      this.options.evidence.add(`log ${name}`, text);
    }
  }

  /** Says what was left behind, after ending and removing it: processes, and files in the temporary folder. */
  async dispose(): Promise<readonly string[]> {
    const processes = await this.#processesLeft();
    for (const pid of processes) signalProcess(pid, 'SIGKILL');
    const files = await readdir(this.#path('tmp'));
    await rm(this.directory, { recursive: true, force: true });
    return [...processes.map(pid => `process ${pid}`), ...files.map(file => `temporary file ${file}`)];
  }

  async #processesLeft(): Promise<readonly number[]> {
    const deadline = performance.now() + leaveWithin;
    for (;;) {
      const left = await processesOf(this.id);
      if (left.length === 0 || performance.now() > deadline) return left;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  async #logFiles(): Promise<readonly { name: string; text: string }[]> {
    const names = (await readdir(this.#path('logs'))).sort();
    return Promise.all(
      names.map(async name => ({ name, text: await readFile(this.#path('logs', name), 'utf8') })),
    );
  }

  #path(...parts: readonly string[]): string {
    return join(this.directory, ...parts);
  }

  /** Nothing of the developer's own Terraform settings or credentials gets in, but the way to node. */
  #environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.#path('home'),
      TMPDIR: this.#path('tmp'),
      TF_CLI_CONFIG_FILE: this.#path('cli.tfrc'),
      TF_IN_AUTOMATION: '1',
      TF_INPUT: '0',
      TF_LOG: 'TRACE',
      CHECKPOINT_DISABLE: '1',
      [scenarioMarker]: this.id,
      ...this.options.environment,
    };
  }
}
