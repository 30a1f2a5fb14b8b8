import { promises as files } from 'node:fs';
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
      ? await startOnLinux(pid)
      : (await processColumn('lstart', pid)) || undefined;
  } catch {
    return undefined;
  }
}

/** proc(5): the name in parentheses may hold anything, so counting begins behind its end. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  const stat = await files.readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}
