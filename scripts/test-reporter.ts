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
    if (reasons.length > 0) console.log('Skipped tests, by reason:');
    for (const [reason, same] of groupedBy(reasons, each => each))
      console.log(`${String(same.length).padStart(7)}  ${reason}`);
    storeTally(vitestTally, { passed: passed.length, failed: failed.length, skipped: skipped.length });
  }
}
