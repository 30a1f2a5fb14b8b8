import { readFileSync, readlinkSync } from 'node:fs';

/** One process of this machine. The kernel reuses a number, but not together with its start time. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, as /proc tells them. */
  readonly started: string;
}

interface Status extends ProcessIdentity {
  readonly state: string;
  readonly parent: number;
}

/** Undefined where there is no such process, or no /proc. */
export function identify(pid: number): ProcessIdentity | undefined {
  const status = statusOf(pid);
  return status && { pid, started: status.started };
}

/** Whether the process still runs. A zombie does not. */
export function isThere({ pid, started }: ProcessIdentity): boolean {
  return statusOf(pid)?.started === started;
}

/** Whether one process has started the other, and both are in the PID namespace of this one. */
export function isChild(child: ProcessIdentity, parent: ProcessIdentity): boolean {
  const status = statusOf(child.pid);
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

/** Field 2 is the name in parentheses and may hold any character: proc_pid_stat(5). */
function statusOf(pid: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent, ...others] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The start time is field 22.
    const started = others[17];
    if (started === undefined || /[ZXx]/.test(state)) return undefined;
    return { pid, state, parent: Number(parent), started };
  } catch {
    return undefined;
  }
}
