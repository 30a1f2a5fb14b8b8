import { readFileSync } from 'node:fs';
import { processColumn } from '../../provider/creation/journal/process-column';

const intervalMilliseconds = 500;

/** npx runs a shell, which runs us. A launcher in between, such as tsx, adds a process. */
const mostLinks = 4;

/** A process and its parent. When the parent ends, its children get another one. */
interface Link {
  readonly child: number;
  readonly parent: number;
}

/**
 * Resolves when the npx that started this process has ended; never for a process that npx did not start. npx
 * passes a SIGTERM only to its shell, which ends without its child, and cannot pass a SIGKILL.
 */
export async function npxEnded(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const links = environment['npm_command'] === 'exec' ? await linksToNpx() : [];
  return new Promise(resolve => {
    if (links.length === 0) return;
    const watch = setInterval(async () => {
      const parents = await Promise.all(links.map(({ child }) => parentOf(child)));
      if (links.every(({ parent }, index) => parents[index] === parent)) return;
      clearInterval(watch);
      resolve();
    }, intervalMilliseconds);
    watch.unref();
  });
}

/** From this process up to npx, which has its name in its title. */
async function linksToNpx(): Promise<readonly Link[]> {
  const links: Link[] = [];
  let child = process.pid;
  while (links.length < mostLinks) {
    const parent = await parentOf(child);
    if (parent === undefined || parent <= 1) return [];
    links.push({ child, parent });
    if (/^(npm|npx)\b/.test(await titleOf(parent))) return links;
    child = parent;
  }
  return [];
}

async function parentOf(pid: number): Promise<number | undefined> {
  if (pid === process.pid) return process.ppid;
  if (process.platform !== 'linux') return Number(await columnOf('ppid', pid)) || undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the name in parentheses may contain any character, so fields are counted after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

async function titleOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return columnOf('args', pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns an empty text if there is no such process. */
const columnOf = (column: 'args' | 'ppid', pid: number) => processColumn(column, pid).catch(() => '');
