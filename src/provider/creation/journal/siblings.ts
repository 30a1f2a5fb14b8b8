import { readFileSync } from 'node:fs';
import type { RunRecord } from './entry';

/**
 * Whether the same Terraform runs another process of this provider now, for another provider block. Linux only; asked
 * when a process leaves, so it reads at once.
 */
export function hasSiblingProcess({ terraform }: RunRecord): boolean {
  if (terraform === undefined || process.platform !== 'linux') return false;
  const children = read(`/proc/${terraform.pid}/task/${terraform.pid}/children`).split(' ').filter(Boolean);
  const own = [process.pid, process.ppid].map(String);
  return children
    .filter(pid => !own.includes(pid))
    .some(pid => /terraform-provider-svc|provider\.cjs/.test(read(`/proc/${pid}/cmdline`)));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
