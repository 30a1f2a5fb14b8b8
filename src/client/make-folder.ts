import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node.js's own `recursive` never returns below a folder that exists and yet answers
 * ENOENT, as /proc does.
 *
 * @param mode permissions of each new folder
 * @throws {Error} of the file system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process has created it first.
    if (!existsSync(folder)) throw error;
  }
}
