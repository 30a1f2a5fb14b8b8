import { sayDiagnostic } from '../terraform/terraform-failed';
import type { Diagnostic } from '../terraform/terraform-json';

/** `any` if a test accepts all warnings (a random history). */
export type ExpectedWarnings = readonly RegExp[] | 'any';

export interface Expected {
  /** One pattern for each warning of the plan. @default none */
  readonly warnings?: ExpectedWarnings;
  /** The same for warnings of the apply that its plan has not shown. @default none, or `any` with the plan's */
  readonly atApply?: ExpectedWarnings;
  /** The same for the plan after the apply. @default none, or `any` with the plan's */
  readonly afterwards?: ExpectedWarnings;
}

/** Fails unless each command gives the warnings that are expected of it, and no others. */
export function assertEachWarning(
  [plan, apply, next]: readonly [
    plan: readonly Diagnostic[],
    apply: readonly Diagnostic[],
    next: readonly Diagnostic[],
  ],
  { warnings = [], atApply, afterwards }: Expected,
): void {
  const others = warnings === 'any' ? 'any' : [];
  assertWarnings('The plan', plan, warnings);
  // Terraform plans each change again before it applies it, so an apply repeats the warnings of its plan.
  const isRepeated = ({ summary }: Diagnostic) => plan.some(planned => planned.summary === summary);
  const added = apply.filter(warning => !isRepeated(warning));
  assertWarnings('The apply', added, atApply ?? others);
  assertWarnings('The next plan', next, afterwards ?? others);
}

/** Fails for an unexpected warning as well as for a missing one. */
export function assertWarnings(
  command: string,
  given: readonly Diagnostic[],
  expected: ExpectedWarnings,
): void {
  if (expected === 'any') return;
  const said = given.filter(({ severity }) => severity === 'warning').map(sayDiagnostic);
  const unexpected = said.filter(words => !expected.some(pattern => pattern.test(words)));
  const missing = expected.filter(pattern => !said.some(words => pattern.test(words)));
  if (unexpected.length > 0)
    throw new Error(`${command} gives warnings that this test does not expect:\n${unexpected.join('\n')}`);
  if (missing.length > 0)
    throw new Error(
      `${command} gives no warning that says ${missing.join(', ')}. Its warnings: ${said.join('\n') || 'none'}`,
    );
}
