import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

let made: string | undefined;

/**
 * Returns a folder for what is written on the way to a package. Each process has its own, which it deletes at its end: two
 * that shared one would delete each other's sources. It is inside the clone, so that dependencies are found.
 */
export function workFolder(...names: readonly string[]): string {
  made ??= ownFolder();
  return join(made, ...names);
}

function ownFolder(): string {
  const all = join(process.cwd(), '.cache', 'package');
  mkdirSync(all, { recursive: true });
  deleteLeftOnes(all);
  const folder = mkdtempSync(join(all, `process-${process.pid}-`));
  // A process that exits waits for nothing asynchronous.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that was killed has left its folder. */
function deleteLeftOnes(all: string): void {
  for (const name of readdirSync(all)) {
    const owner = /^process-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || !isRunning(Number(owner)))
      rmSync(join(all, name), { recursive: true, force: true });
  }
}

export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
