import { readFileSync, readlinkSync } from 'node:fs';

/** Identifies a process of this machine. The kernel reuses numbers, but not with the same start time. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, from /proc. */
  readonly started: string;
}

interface Status extends ProcessIdentity {
  /** True if it has ended, and its parent has not reaped it. */
  readonly isZombie: boolean;
  /** Number of its parent. */
  readonly parent: number;
}

/** Returns undefined without such a process, or without /proc. */
export function identify(pid: number): ProcessIdentity | undefined {
  const status = running(pid);
  return status && { pid, started: status.started };
}

/** Returns true if the process is running. A zombie is not. */
export function isThere({ pid, started }: ProcessIdentity): boolean {
  return running(pid)?.started === started;
}

export function isZombie({ pid, started }: ProcessIdentity): boolean {
  const status = statusOf(pid);
  return status?.started === started && status.isZombie;
}

/** Returns true if one process started the other, and both are in the PID namespace of this one. */
export function isChild(child: ProcessIdentity, parent: ProcessIdentity): boolean {
  const status = running(child.pid);
  return (
    status?.started === child.started &&
    status.parent === parent.pid &&
    isThere(parent) &&
    [child, parent].every(({ pid }) => isInOurNamespace(pid))
  );
}

function isInOurNamespace(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync('/proc/self/ns/pid');
  } catch {
    return false;
  }
}

function running(pid: number): Status | undefined {
  const status = statusOf(pid);
  return status?.isZombie ? undefined : status;
}

/** Reads /proc/PID/stat (proc_pid_stat(5)). The name in parentheses may contain any character. */
function statusOf(pid: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent, ...others] = (/.*\) (.*)/s.exec(text)?.[1] ?? '').split(' ');
    // The start time is field 22.
    const started = others[17];
    return started === undefined
      ? undefined
      : { pid, parent: Number(parent), started, isZombie: /[ZXx]/.test(state) };
  } catch {
    return undefined;
  }
}
