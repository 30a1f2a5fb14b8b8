import { promises as files, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { processColumn } from './process-column';

/** A process, told from a later one with the same number by the time it started. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** As the system tells it, to be compared only. Absent where the system does not tell. */
  readonly started?: string | undefined;
}

export async function thisProcess(): Promise<Owner> {
  return { host: hostname(), pid: process.pid, started: await startOf(process.pid) };
}

/** A process of another host (a data directory on a shared disk) cannot be asked after, and counts as gone. */
export async function isAlive({ host, pid, started }: Owner): Promise<boolean> {
  return host === hostname() && started !== undefined && (await startOf(pid)) === started;
}

/** Undefined for a process that is gone, or has ended and waits for its parent to notice. */
export async function startOf(pid: number): Promise<string | undefined> {
  try {
    return process.platform === 'linux'
      ? startIn(await files.readFile(statOf(pid), 'utf8'))
      : (await processColumn('lstart', pid)) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether there is still the process that started then, for those who cannot wait. Away from Linux a process number that
 * has been given anew is not seen.
 */
export function isStillThere(pid: number, started: string): boolean {
  try {
    if (process.platform === 'linux') return startIn(readFileSync(statOf(pid), 'utf8')) === started;
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const statOf = (pid: number) => `/proc/${pid}/stat`;

/** proc(5): the name in parentheses may hold anything, so counting begins behind its end. */
function startIn(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}
