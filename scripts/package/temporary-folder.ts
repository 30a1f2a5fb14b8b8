import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes a folder that is deleted when this process ends. */
export function temporaryFolder(parent: string, prefix: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, prefix));
  made.push(folder);
  return folder;
}

let work: string | undefined;

/** Returns a folder of this process for the way to a package, inside the clone, so that dependencies are found. */
export function workFolder(...names: readonly string[]): string {
  work ??= temporaryFolder(join(process.cwd(), '.cache', 'package'), 'process-');
  return join(work, ...names);
}
