import { execFileSync } from 'node:child_process';

/** A process: its parent, and its command line. */
const processLine = /^(\d+)\s+(.*)$/;

/**
 * Returns the processes that have started this one: its parent, and all up to npm, which starts a shell in between. The
 * list changes when one of them ends. Without npm it is the parent alone.
 */
export function starters(parent = process.ppid): readonly number[] {
  const found = [parent];
  for (let pid = parent; pid > 1 && found.length < 5; ) {
    const [, above, command = ''] = processLine.exec(described(pid).trim()) ?? [];
    if (/^npm\b/.test(command) || /\bnpm(?:-cli\.js)?\s/.test(command)) return found;
    pid = Number(above ?? 1);
    found.push(pid);
  }
  return [parent];
}

function described(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'ppid=', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    // It has ended, or there is no ps.
    return '';
  }
}
