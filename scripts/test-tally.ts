import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const vitestReport = '.cache/vitest.json';
/** File in which `npm test` stores its counts for `.ci/run`. */
export const tallyFile = '.cache/test-tally.json';

const tallyForm = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** A file that could not be loaded contains no failed test, and counts as one. */
export function tallyOf(content: unknown): Tally {
  const parsed = report.parse(content);
  const unloaded = parsed.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

export function readReport(path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  return tallyOf(JSON.parse(readFileSync(path, 'utf8')));
}

/** Stores the counts of a run for the command that started it. */
export function writeTally(tally: Tally): void {
  mkdirSync(dirname(tallyFile), { recursive: true });
  writeFileSync(tallyFile, JSON.stringify(tally));
}

/** Takes the counts of the run that has just ended. One that stored none has failed. */
export function takeTally(): Tally {
  if (!existsSync(tallyFile)) return { passed: 0, failed: 1, skipped: 0 };
  const tally = tallyForm.parse(JSON.parse(readFileSync(tallyFile, 'utf8')));
  rmSync(tallyFile);
  return tally;
}

export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, tally) => ({
    passed: sum.passed + tally.passed,
    failed: sum.failed + tally.failed,
    skipped: sum.skipped + tally.skipped,
  }));
}

/** Formats the last line of `.ci/run`. */
export function sayTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
