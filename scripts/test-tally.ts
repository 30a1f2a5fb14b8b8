import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const vitestTally = '.cache/vitest-tally.txt';
/** File in which `npm test` stores its counts for `.ci/run`. */
export const tallyFile = '.cache/test-tally.txt';

/** Reads the counts of a run. One that stored none, or failed without a failed test, was killed or could not load a file. */
export function readTally(file: string, exitCode: number | undefined): Tally {
  const stored = existsSync(file) ? readFileSync(file, 'utf8').match(/\d+/g) : null;
  const [passed = 0, failed = 1, skipped = 0] = stored?.map(Number) ?? [];
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1), skipped };
}

/** Returns the line that it stores. */
export function storeTally(file: string, { passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${line}\n`);
  return line;
}

/** Stores and prints the counts of a run. Fails the process if a test has failed. */
export function finish(tallies: readonly Tally[]): void {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const tally = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(storeTally(tallyFile, tally));
  process.exitCode = tally.failed > 0 ? 1 : 0;
}
