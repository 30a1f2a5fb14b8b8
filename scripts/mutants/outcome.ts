import { z } from 'zod';

/** `broken` says nothing about the tests: nothing was built, no test failed by its title, or time ran out. */
export interface Outcome {
  readonly name: 'killed' | 'survived' | 'broken';
  readonly reason: string;
}

/** What vitest's reporter `json` writes. A file that cannot be loaded has no tests in it. */
const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/**
 * Judges a run of vitest. A test that timed out is no evidence: a busy machine does that, too.
 *
 * @param written what the run has written; empty if it was ended before
 */
export function outcomeOf(exitCode: number | undefined, written: string): Outcome {
  if (written === '') return { name: 'broken', reason: 'The run did not end, or did not begin.' };
  const tests = report.parse(JSON.parse(written)).testResults.flatMap(file => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed');
  const found = failed.find(test => !/timed out in \d+ms/i.test(test.failureMessages.join()));
  if (found !== undefined) return { name: 'killed', reason: found.fullName };
  if (failed[0] !== undefined) return { name: 'broken', reason: `${failed[0].fullName}: timed out` };
  if (exitCode === 0 && passed > 0) return { name: 'survived', reason: `${passed} tests passed` };
  return { name: 'broken', reason: 'A file of tests cannot be loaded, or none has run.' };
}
