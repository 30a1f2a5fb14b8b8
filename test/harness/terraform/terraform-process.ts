import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

export interface Finished {
  /** The command without the executable. */
  readonly command: string;
  /** `undefined` if a signal ended it. */
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Every process of a scenario inherits this variable, so that leftover processes can be identified. */
export const scenarioMarker = 'SVC_TEST_SCENARIO';

/** A running Terraform, to wait for or to kill. */
export class TerraformProcess {
  readonly finished: Promise<Finished>;
  readonly #stdout: Buffer[] = [];
  readonly #child: ChildProcess;
  readonly #scenario: string;

  constructor(
    binary: string,
    parameters: readonly string[],
    directory: string,
    environment: NodeJS.ProcessEnv,
  ) {
    this.#scenario = environment[scenarioMarker] ?? '';
    this.#child = spawn(binary, parameters, {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.finished = collect(this.#child, parameters.join(' '), this.#stdout);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('Terraform was not started.');
    return this.#child.pid;
  }

  /** Standard output so far. */
  get output(): string {
    return Buffer.concat(this.#stdout).toString();
  }

  /** Signals only Terraform, like a supervisor. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Signals Terraform and its providers, like Ctrl-C in a terminal. */
  async killAll(signal: NodeJS.Signals): Promise<void> {
    const providers = await this.providers();
    this.kill(signal);
    for (const pid of providers) signalProcess(pid, signal);
  }

  /** Processes that Terraform started: providers and their launchers. Linux only. */
  async providers(): Promise<readonly number[]> {
    return (await processesOf(this.#scenario)).filter(pid => pid !== this.pid);
  }
}

function collect(child: ChildProcess, command: string, stdout: Buffer[]): Promise<Finished> {
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Not `exit`: only `close` means that all output was read. It also waits for providers that have the pipes
    // open.
    child.once('close', (code, signal) =>
      resolve({
        command,
        code: code ?? undefined,
        signal: signal ?? undefined,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
  });
}

/** Returns the processes with a scenario's marker in their environment; none without /proc. */
export async function processesOf(scenario: string): Promise<readonly number[]> {
  const wanted = `${scenarioMarker}=${scenario}`;
  const pids = (await listProcesses()).filter(pid => pid !== process.pid);
  const marked = await Promise.all(pids.map(async pid => (await environmentOf(pid)).includes(wanted)));
  return pids.filter((_, index) => marked[index]);
}

/** Signals a process. Ignores one that has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function listProcesses(): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  return (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number);
}

/** Returns an empty list for a process that has ended, for a zombie, and for one of another user. */
async function environmentOf(pid: number): Promise<readonly string[]> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  } catch {
    return [];
  }
}
