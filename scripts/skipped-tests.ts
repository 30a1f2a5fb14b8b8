import type { Reporter, TestModule } from 'vitest/node';

/** A reporter for vitest that says at the end what was skipped and why. vitest itself counts skipped tests. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const test of modules.flatMap(({ children }) => [...children.allTests('skipped')])) {
      const result = test.result();
      const note = (result.state === 'skipped' && result.note) || 'its condition is not met';
      console.log(`SKIPPED: ${test.project.name}: ${test.fullName}: ${note}`);
    }
  }
}
