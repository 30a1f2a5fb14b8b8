import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** File in which the reporter stores why tests were skipped, for `scripts/test-tally.ts`. */
export const skipReasonsFile = '.cache/skip-reasons.json';

/** How many tests were skipped for each reason. */
export type SkipReasons = Readonly<Record<string, number>>;

/** A reporter of vitest. Its own reports hold no notes of `context.skip(note)`. */
export default class SkipReasonsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(module => [...module.children.allTests('skipped')]);
    mkdirSync(dirname(skipReasonsFile), { recursive: true });
    writeFileSync(skipReasonsFile, JSON.stringify(reasonsOf(skipped)));
  }
}

function reasonsOf(skipped: readonly TestCase[]): SkipReasons {
  const reasons: Record<string, number> = {};
  for (const test of skipped) {
    const reason = reasonOf(test);
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
}

/** `skipIf`, `runIf` and a filter by name have no note. The file says which condition it is. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? `a condition or a filter, in ${test.module.relativeModuleId}`;
}
