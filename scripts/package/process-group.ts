import { setTimeout as pause } from 'node:timers/promises';

/** A command that leads a process group of its own, which contains the processes that it starts. */
export interface Group {
  /** Process of the command; undefined if it was not started. */
  readonly leader: number | undefined;
  /** Time of `performance.now()` after which the group is killed. */
  deadline: number;
}

/** Asks all processes of a group to end, and kills those that are left after some milliseconds. */
export function endGroup(group: Group, milliseconds: number): void {
  group.deadline = Math.min(group.deadline, performance.now() + milliseconds);
  send(group, 'SIGTERM');
  void groupEnd(group);
}

/** A killed process ends within this time, unless nobody collects it. */
const killedMilliseconds = 1000;

/** Waits for the end of all processes of a group, also of those that its leader has left. */
export async function groupEnd(group: Group): Promise<void> {
  while (send(group, 0) && performance.now() < group.deadline + killedMilliseconds) {
    if (performance.now() > group.deadline) killGroup(group);
    await pause(50);
  }
}

export function killGroup(group: Group): void {
  send(group, 'SIGKILL');
}

/** Returns whether the group has processes. Signal 0 only asks. */
function send({ leader }: Group, signal: NodeJS.Signals | 0): boolean {
  try {
    return leader !== undefined && process.kill(-leader, signal);
  } catch {
    return false;
  }
}
