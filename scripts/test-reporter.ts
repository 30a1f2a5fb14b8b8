import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { groupedBy } from '../src/report/grouped';
import { storeTally, vitestTally } from './test-tally';

/** A reporter for vitest that ends with the slowest files, and with what was skipped and why. It stores the counts. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = (state: 'passed' | 'failed' | 'skipped') =>
      modules.flatMap(({ children }) => [...children.allTests(state)]);
    console.log('The slowest files:');
    const seconds = (module: TestModule) => module.diagnostic().duration / 1000;
    for (const module of modules.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, 10))
      console.log(`${seconds(module).toFixed(1).padStart(7)} s  ${relative('.', module.moduleId)}`);
    const [passed, failed, skipped] = [tests('passed'), tests('failed'), tests('skipped')];
    const reasons = skipped.map(test => {
      const result = test.result();
      return (result.state === 'skipped' && result.note) || 'no reason is given';
    });
    for (const line of skippedLines(reasons)) console.log(line);
    storeTally(vitestTally, { passed: passed.length, failed: failed.length, skipped: skipped.length });
  }
}

const mostLines = 10;

/**
 * At most ten lines: how many tests a run has skipped for which reason. A reason names the command that runs its tests, if
 * there is one.
 */
export function skippedLines(reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return [];
  const groups = [...groupedBy(reasons, reason => reason)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const line = (count: number, reason: string) => `${String(count).padStart(7)}  ${reason}`;
  const shown = groups.slice(0, groups.length < mostLines ? groups.length : mostLines - 2);
  const others = groups.slice(shown.length).flatMap(([, same]) => same).length;
  return [
    'Skipped tests:',
    ...shown.map(([reason, same]) => line(same.length, reason)),
    ...(others > 0 ? [line(others, 'for other reasons, which vitest shows with --reporter=verbose')] : []),
  ];
}
