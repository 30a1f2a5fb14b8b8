import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Milliseconds for Terraform to finish requests in flight and to save its state. */
const timeoutMilliseconds = 5_000;

/**
 * Ends a process that we started and all its descendants. cdktf runs Terraform in a pseudo-terminal, so a signal
 * to a process group does not reach it.
 */
export async function endTree(root: number): Promise<void> {
  const tree = await descendants(root);
  for (const pid of tree) signal(pid, 'SIGTERM');
  const deadline = performance.now() + timeoutMilliseconds;
  while (tree.some(isAlive) && performance.now() < deadline) await pause(50);
  for (const pid of tree.filter(isAlive)) signal(pid, 'SIGKILL');
}

/** Returns the process first, then its children, then theirs. */
async function descendants(root: number): Promise<readonly number[]> {
  const parents = await listParents();
  const tree = [root];
  for (const known of tree) {
    for (const [pid, parent] of parents) if (parent === known) tree.push(pid);
  }
  return tree;
}

/** Returns the parent of every process. Small Linux images have no `ps`, and macOS has no /proc. */
async function listParents(): Promise<ReadonlyMap<number, number>> {
  if (process.platform !== 'linux') {
    const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']);
    return new Map(stdout.split('\n').map(line => pairOf(line.trim().split(/\s+/))));
  }
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  return new Map(await Promise.all(pids.map(async pid => pairOf([pid, await parentOf(pid)]))));
}

/** A process's name may contain spaces and parentheses. State and parent follow the last parenthesis. */
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

/** Returns true if the process exists. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
