import { readdir, readFile } from 'node:fs/promises';
import { execa } from 'execa';

export interface Finished {
  /** The command without the executable. */
  readonly command: string;
  /** `undefined` if a signal ended it. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Every process of a scenario inherits this variable, so that leftover processes can be identified. */
export const scenarioMarker = 'SVC_TEST_SCENARIO';

/** A running Terraform, to wait for or to kill. */
export class TerraformProcess {
  readonly finished: Promise<Finished>;
  /** Standard output so far. */
  output = '';
  readonly #child;
  readonly #scenario: string;

  constructor(binary: string, parameters: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#scenario = env[scenarioMarker] ?? '';
    const settings = { cwd, env, extendEnv: false, stdin: 'ignore', reject: false } as const;
    this.#child = execa(binary, parameters, { ...settings, stripFinalNewline: false });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk;
    });
    this.finished = this.#child.then(({ exitCode: code, signal, stdout, stderr }) => {
      return { command: parameters.join(' '), code, signal, stdout, stderr };
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('Terraform was not started.');
    return this.#child.pid;
  }

  /** Signals only Terraform, like a supervisor. */
  kill(signal: NodeJS.Signals): void {
    signalProcess(this.pid, signal);
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
