import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processColumn } from './process-column';

/** A process, told from every other one as far as the system tells. */
export interface ProcessIdentity {
  readonly host: string;
  /** Kernel boot that it runs under. Linux only. */
  readonly boot?: string | undefined;
  /** PID namespace that its number belongs to. Linux only. */
  readonly namespace?: string | undefined;
  readonly pid: number;
  /** Start time in the system's own form, to be compared only. Absent where the system does not tell. */
  readonly started?: string | undefined;
}

/** Whether a process still runs. `unknown`: it belongs to another host or another PID namespace. */
export type Liveness = 'alive' | 'gone' | 'unknown';

const isLinux = process.platform === 'linux';

/** Identity of a process that this process can see by its number. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { ...thisMachine(), pid, started: await startOf(pid) };
}

export async function livenessOf(identity: ProcessIdentity): Promise<Liveness> {
  const here = thisMachine();
  const isSameBoot = identity.boot === here.boot;
  // A machine that was started again runs none of its earlier processes.
  if (identity.host === here.host && !isSameBoot) return 'gone';
  const isSameView = isLinux
    ? isSameBoot && identity.namespace === here.namespace && here.namespace !== undefined
    : identity.host === here.host;
  if (!isSameView || identity.started === undefined) return 'unknown';
  return (await startOf(identity.pid)) === identity.started ? 'alive' : 'gone';
}

export function isSameProcess(one: ProcessIdentity | undefined, other: ProcessIdentity | undefined): boolean {
  if (one?.started === undefined || other === undefined) return false;
  const names = ['host', 'boot', 'namespace', 'pid', 'started'] as const;
  return names.every(name => one[name] === other[name]);
}

function thisMachine(): Pick<ProcessIdentity, 'host' | 'boot' | 'namespace'> {
  if (!isLinux) return { host: hostname() };
  return {
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: told(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/** Undefined for a process that is gone, or that has ended and waits for its parent to notice. */
async function startOf(pid: number): Promise<string | undefined> {
  if (isLinux) return told(() => startIn(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  return (await processColumn('lstart', pid).catch(() => '')) || undefined;
}

/** proc(5): the name in parentheses may hold anything, so counting begins behind its end. */
function startIn(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}

function told<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** Ticks a second of `/proc/PID/stat`: 100 on every Linux that Node runs on (proc(5), `sysconf(_SC_CLK_TCK)`). */
const ticks = 100;

/** When a process started, milliseconds since 1970 by the machine's clock. */
export function startMoment({ started }: ProcessIdentity, now: number): number | undefined {
  if (started === undefined) return undefined;
  if (!isLinux) return Date.parse(started) || undefined;
  const uptime = told(() => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]));
  return uptime === undefined ? undefined : now - (uptime - Number(started) / ticks) * 1000;
}
