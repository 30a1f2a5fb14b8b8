import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '../secrets/evidence';
import { temporaryFiles } from './temporary-files';
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
  /** Added to the environment. Overrides the workspace's values. */
  readonly environment: Readonly<Record<string, string>>;
  /** Content of the CLI configuration. */
  readonly cliConfiguration: string;
  /** Receives all output of the processes. */
  readonly evidence: Evidence;
}

/** Milliseconds in which a provider must notice that its Terraform has ended. */
const leaveWithin = 10_000;

/** A folder for Terraform with configuration, home, temporary files and logs, and no other files of the developer. */
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

  /** Creates an empty workspace with the same options: another CI job, which shares no file with this one. */
  another(): Promise<Workspace> {
    return Workspace.create(this.options);
  }

  /** The folder with the configuration and the state. */
  get root(): string {
    return this.#path('work');
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.root, name), text);
  }

  /**
   * Starts a command. The caller waits for it or kills it.
   *
   * @param holdsState whether the output may contain secrets at sensitive paths (`show -json`): it is not searched as text
   */
  start(
    parameters: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    { holdsState = false } = {},
  ): TerraformProcess {
    this.#runs += 1;
    const log = this.#path('logs', `${String(this.#runs).padStart(4, '0')}.log`);
    const environment = { ...this.#environment(), ...variables, TF_LOG_PATH: log };
    const started = new TerraformProcess(this.options.binary, parameters, this.root, environment);
    void started.finished.then(({ command, stdout, stderr }) => {
      this.options.evidence.add(`stderr of terraform ${command}`, stderr);
      if (!holdsState) this.options.evidence.add(`stdout of terraform ${command}`, stdout);
    });
    return started;
  }

  run(...command: Parameters<Workspace['start']>): Promise<Finished> {
    return this.start(...command).finished;
  }

  /** Returns the logs of all commands so far. */
  async logs(): Promise<string> {
    return (await this.#logFiles()).map(({ text }) => text).join('');
  }

  /**
   * Passes the logs to the search. Terraform appends to them while it runs: call this after all commands have
   * ended.
   */
  async surrenderLogs(): Promise<void> {
    const fresh = (await this.#logFiles()).filter(({ name }) => !this.#surrendered.has(name));
    for (const { name, text } of fresh) {
      this.#surrendered.add(name);
      this.options.evidence.add(`log ${name}`, text);
    }
  }

  /** Ends leftover processes, removes leftover temporary files, and reports both. */
  async dispose(): Promise<readonly string[]> {
    const processes = await this.#processesLeft();
    for (const pid of processes) signalProcess(pid, 'SIGKILL');
    const files = await temporaryFiles(this.#path('tmp'));
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

  /** The environment without the developer's Terraform settings and credentials. Only PATH is inherited, for node. */
  #environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.#path('home'),
      TMPDIR: this.#path('tmp'),
      TF_CLI_CONFIG_FILE: this.#path('cli.tfrc'),
      TF_IN_AUTOMATION: '1',
      TF_INPUT: '0',
      CHECKPOINT_DISABLE: '1',
      // Terraform ends before its memory is worth collecting: this saves up to a tenth of its processor time.
      GOGC: '400',
      [scenarioMarker]: this.id,
      ...this.options.environment,
    };
  }
}
