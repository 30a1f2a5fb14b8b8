import { readdirSync, readFileSync } from 'node:fs';
import type { RunRecord } from './entry';

/**
 * True if the same Terraform now runs another process of this provider, for another provider block. Linux only. It
 * reads synchronously, because it is called when a process exits.
 */
export function hasSiblingProcess({ terraform }: RunRecord): boolean {
  if (terraform === undefined || process.platform !== 'linux') return false;
  const own = [process.pid, process.ppid].map(String);
  return childrenOf(terraform.pid)
    .filter(pid => !own.includes(pid))
    .some(pid => /terraform-provider-svc|provider\.cjs/.test(read(`/proc/${pid}/cmdline`)));
}

/** Returns the child processes. Linux lists them for each thread that started them. */
function childrenOf(pid: number): readonly string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap(thread => read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean));
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
