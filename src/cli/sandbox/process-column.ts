import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns a column of `ps` for one process, on systems without /proc; empty if there is no such process. */
export async function processColumn(column: 'args' | 'ppid', pid: number): Promise<string> {
  try {
    return (await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)])).stdout.trim();
  } catch {
    return '';
  }
}
