import type { Reporter, TestModule } from 'vitest/node';

export interface SkippedTest {
  /** Vitest project, such as `terraform (tofu 1.12.6)`. */
  readonly project: string;
  readonly name: string;
  /** What the test gave to `context.skip`. A test with `skipIf` gives nothing. */
  readonly note: string | undefined;
}

/** Returns one line for each reason in a project. vitest itself counts skipped tests and names no reason. */
export function skippedLines(tests: readonly SkippedTest[]): readonly string[] {
  const groups = new Map<string, readonly string[]>();
  for (const { project, name, note = 'its condition is not met' } of tests) {
    const reason = `${project}: ${note}`;
    groups.set(reason, [...(groups.get(reason) ?? []), name]);
  }
  return [...groups].map(([reason, names]) => `SKIPPED: ${[reason, ...names].join('\n  ')}`);
}

/** A reporter for vitest that says at the end what was skipped and why. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children, project }) =>
      [...children.allTests('skipped')].map(test => {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        return { project: project.name, name: test.fullName, note };
      }),
    );
    for (const line of skippedLines(tests)) console.log(line);
  }
}
