import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { endGroup, type Group, groupEnd, killGroup } from './process-group';

export interface Execution {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it also runs after a signal, because it removes what others have left. */
  readonly isCleanup?: boolean;
  /** Whether its output is shown, and not returned. */
  readonly isShown?: boolean;
  /** Default: that of a command that runs no other commands. */
  readonly patience?: Patience;
}

/** How long a command may take to end after the first, the second and the third signal, milliseconds. Then it is killed. */
export type Patience = readonly [first: number, second: number, third: number];

const ordinaryPatience: Patience = [10_000, 3000, 0];
/** Of a packaging that is itself run as a command: it ends its own commands first, which are in groups of their own. */
export const nestedPatience: Patience = [60_000, 20_000, 1000];

export interface Executed {
  /** 127 if the program could not be started, as in shells. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A signal has ended the packaging or the release. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** As of a process that the signal itself has ended, in shells. */
  readonly exitCode: number;
  constructor(signal: NodeJS.Signals) {
    super(`${signal} has ended it.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A terminal sends a signal to every process, and each parent sends it again. Such copies come within this time. */
const copyMilliseconds = 2000;

interface Command extends Group {
  readonly patience: Patience;
}

const running = new Set<Command>();
let interrupted: Interrupted | undefined;
/** Whether signals are sent on to process groups. Elsewhere, commands stay in the group of a terminal's Ctrl-C. */
let sendsSignalsOn = false;

/**
 * Makes a signal end the running commands, and no others begin. The error of these commands then runs the `finally`
 * blocks, which remove what was made halfway. After a second and a third signal, each two seconds later, the commands have
 * less time, and after the third the process ends without these blocks.
 */
export function endCommandsOnSignals(): void {
  sendsSignalsOn = true;
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  const receive = (signal: NodeJS.Signals) => {
    interrupted ??= new Interrupted(signal);
    if (performance.now() - last < copyMilliseconds) return;
    last = performance.now();
    const stage = Math.min(count, 2);
    count += 1;
    for (const command of running) endGroup(command, command.patience[stage] ?? 0);
    if (stage === 2) exitAfterCommands();
  };
  for (const signal of endings) process.on(signal, receive);
}

function exitAfterCommands(): void {
  const longest = Math.max(0, ...[...running].map(({ patience: [, , third] }) => third));
  setTimeout(() => {
    running.forEach(killGroup);
    process.exit(1);
  }, longest);
}

/**
 * Lets signals arrive that came while this process was busy, for example with reading files. Node.js asks for them in the
 * next turn of the event loop, and the first of the two waits ends in the present one.
 *
 * @throws Interrupted after a signal
 */
export async function demandNoWaitingSignal(): Promise<void> {
  await setImmediate();
  await setImmediate();
  demandNoSignal();
}

/** @throws Interrupted after a signal */
export function demandNoSignal(): void {
  if (interrupted !== undefined) throw interrupted;
}

/**
 * Runs a command to its end, in a process group of its own, so that a signal reaches the processes that it starts.
 *
 * @throws Interrupted after a signal
 */
export async function execute(
  program: string,
  parameters: readonly string[],
  { cwd, env = process.env, isCleanup = false, isShown, patience = ordinaryPatience }: Execution = {},
): Promise<Executed> {
  if (!isCleanup) demandNoSignal();
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(program, parameters, {
    cwd,
    env,
    detached: sendsSignalsOn,
    stdio: ['ignore', output, output],
  });
  const group: Command = { leader: child.pid, deadline: Number.POSITIVE_INFINITY, patience };
  if (!isCleanup) running.add(group);
  try {
    const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
    const code = await codeOf(child);
    if (!isCleanup) demandNoSignal();
    return typeof code === 'number'
      ? { code, stdout: stdout(), stderr: stderr() }
      : { code: 127, stdout: stdout(), stderr: `${stderr()}${code}` };
  } finally {
    if (interrupted !== undefined && !isCleanup) await groupEnd(group);
    running.delete(group);
  }
}

/** Returns what a stream has transmitted, when that is called. A program that does not start closes it without an end. */
function collected(stream: Readable | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Returns the exit code, or the reason why there is none. */
async function codeOf(child: ChildProcess): Promise<number | string> {
  try {
    const [code, signal]: unknown[] = await once(child, 'close');
    return typeof code === 'number' ? code : `${String(signal)} has ended it.\n`;
  } catch (error) {
    return String(error);
  }
}
