import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processColumn } from './process-column';

/** The identity of a process, as precise as the system allows. */
export interface ProcessIdentity {
  readonly host: string;
  /** Kernel boot that it runs under. Linux only. */
  readonly boot?: string | undefined;
  /** PID namespace of its process id. Linux only. */
  readonly namespace?: string | undefined;
  readonly pid: number;
  /** Start time in the system's own format, for comparison only. Absent if the system does not tell. */
  readonly started?: string | undefined;
}

/** Whether a process still runs. `unknown`: it belongs to another host or another PID namespace. */
export type Liveness = 'alive' | 'gone' | 'unknown';

const isLinux = process.platform === 'linux';

/** Returns the identity of a process that this process can see by its id. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { ...thisMachine(), pid, started: await startOf(pid) };
}

export async function livenessOf(identity: ProcessIdentity): Promise<Liveness> {
  const here = thisMachine();
  const isSameBoot = identity.boot === here.boot;
  // A machine that was rebooted runs none of its earlier processes.
  if (identity.host === here.host && !isSameBoot) return 'gone';
  const isSameView = isLinux
    ? isSameBoot && identity.namespace === here.namespace && here.namespace !== undefined
    : identity.host === here.host;
  if (!isSameView || identity.started === undefined) return 'unknown';
  return (await startOf(identity.pid)) === identity.started ? 'alive' : 'gone';
}

const separator = '__';

/** Returns the identity as a part of a file name: letters, digits, `-` and `_` only. */
export function nameOfProcess({
  host,
  boot = '',
  namespace = '',
  pid,
  started = '',
}: ProcessIdentity): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;
  return [host, boot, namespace, pid, started]
    .map(part => encodeURIComponent(part).replace(/[^A-Za-z0-9%-]/g, escaped))
    .join(separator)
    .replaceAll('%', '_');
}

/** Undefined for a name that `nameOfProcess` has not made. */
export function processOfName(name: string): ProcessIdentity | undefined {
  const parts = told(() => name.split(separator).map(part => decodeURIComponent(part.replaceAll('_', '%'))));
  const [host, boot, namespace, pid, started] = parts ?? [];
  if (host === undefined || started === undefined) return undefined;
  const known = (text: string | undefined) => text || undefined;
  return { host, boot: known(boot), namespace: known(namespace), pid: Number(pid), started: known(started) };
}

function thisMachine(): Pick<ProcessIdentity, 'host' | 'boot' | 'namespace'> {
  if (!isLinux) return { host: hostname() };
  return {
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: told(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/** Returns undefined for a process that is gone, and for a zombie. */
async function startOf(pid: number): Promise<string | undefined> {
  if (isLinux) return told(() => startIn.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]);
  return (await processColumn('lstart', pid).catch(() => '')) || undefined;
}

/** Field 22, unless field 3 is a zombie's (proc(5)). The plugin's reader would be a file more before each handshake. */
const startIn = /^.*\) [^ZXx] (?:\S+ ){18}(\d+)/s;

function told<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
