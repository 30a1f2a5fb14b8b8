import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const ownForm = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });
const formOfVitest = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
  })
  .transform(counts => ({
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }));
const form = z.union([ownForm, formOfVitest]);
export type Tally = Readonly<z.infer<typeof ownForm>>;

export const vitestReport = '.cache/vitest.json';
/** File in which `npm test` stores its counts for `.ci/run`. */
export const tallyFile = '.cache/test-tally.json';

/**
 * Reads the counts that a run has stored. A run that has stored nothing, or failed without a failed test, counts as a
 * failure: it was killed, or could not load a file.
 */
export function readTally(file: string, exitCode: number | undefined): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const tally = form.parse(JSON.parse(readFileSync(file, 'utf8')));
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** Stores and prints the counts of a run. Fails the process if a test has failed. */
export function finish(tallies: readonly Tally[]): void {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const tally = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  mkdirSync(dirname(tallyFile), { recursive: true });
  writeFileSync(tallyFile, JSON.stringify(tally));
  console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}
