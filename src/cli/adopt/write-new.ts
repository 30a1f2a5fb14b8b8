import { writeFileSync } from 'node:fs';

/** An earlier file may be what keeps adopted objects in a configuration: without it, they would be destroyed. */
export function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code !== 'EEXIST') throw new Error(`${file} cannot be written (${code}).`);
    throw new Error(`${file} exists, and it may hold objects that were adopted before. Name a new file.`);
  }
}
