import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const made: string[] = [];
const removeAll = () => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
process.once('exit', removeAll);
// Vitest ends its workers by this signal, after which Node.js emits no `exit`.
process.once('SIGTERM', () => {
  removeAll();
  process.kill(process.pid, 'SIGTERM');
});

/** Makes a folder that is deleted when this process ends. */
export function temporaryFolder(parent: string, prefix: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, prefix));
  made.push(folder);
  return folder;
}

let work: string | undefined;

/**
 * Returns a folder for what is written on the way to a package, a separate one in each process. It is inside the clone,
 * so that dependencies are found.
 */
export function workFolder(...names: readonly string[]): string {
  work ??= temporaryFolder(join(process.cwd(), '.cache', 'package'), 'process-');
  return join(work, ...names);
}
