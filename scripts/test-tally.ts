import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const tallyForm = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });
export type Tally = Readonly<z.infer<typeof tallyForm>>;

export const vitestReport = '.cache/vitest.json';
/** File in which `npm test` stores its counts for `.ci/run`. */
export const tallyFile = '.cache/test-tally.json';
/** A run that has stored nothing has failed. */
const nothing: Tally = { passed: 0, failed: 1, skipped: 0 };

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Reads vitest's report. A file that could not be loaded contains no failed test, and counts as one. */
export function readReport(path: string): Tally {
  if (!existsSync(path)) return nothing;
  const parsed = report.parse(JSON.parse(readFileSync(path, 'utf8')));
  const unloaded = parsed.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
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

/** Takes the counts of the run that has just ended. */
export function takeTally(): Tally {
  if (!existsSync(tallyFile)) return nothing;
  const tally = tallyForm.parse(JSON.parse(readFileSync(tallyFile, 'utf8')));
  rmSync(tallyFile);
  return tally;
}
