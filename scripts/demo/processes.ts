import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Milliseconds that Terraform has to finish what is in flight and to save its state. */
const patience = 5_000;

/**
 * Ends a process we started and all that it has started in turn: cdktf runs Terraform in a terminal of its own, which
 * no signal to a process group reaches.
 */
export async function endTree(root: number): Promise<void> {
  const tree = await descendants(root);
  for (const pid of tree) signal(pid, 'SIGTERM');
  const deadline = performance.now() + patience;
  while (tree.some(isAlive) && performance.now() < deadline) await pause(50);
  for (const pid of tree.filter(isAlive)) signal(pid, 'SIGKILL');
}

/** The process first, then its children, then theirs. */
async function descendants(root: number): Promise<readonly number[]> {
  const parents = await listParents();
  const tree = [root];
  for (const known of tree) {
    for (const [pid, parent] of parents) if (parent === known) tree.push(pid);
  }
  return tree;
}

/** The parent of every process. Small Linux images have no `ps`, and macOS has no /proc. */
async function listParents(): Promise<ReadonlyMap<number, number>> {
  if (process.platform !== 'linux') {
    const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']);
    return new Map(stdout.split('\n').map(line => pairOf(line.trim().split(/\s+/))));
  }
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  return new Map(await Promise.all(pids.map(async pid => pairOf([pid, await parentOf(pid)]))));
}

/** A process's name may hold spaces and parentheses; what follows its last one is the state and the parent. */
async function parentOf(pid: string): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return (
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1] ?? ''
  );
}

const pairOf = ([pid, parent]: readonly string[]): [number, number] => [Number(pid), Number(parent)];

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** Whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
