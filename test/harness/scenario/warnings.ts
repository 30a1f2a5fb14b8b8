import { sayDiagnostic } from '../terraform/terraform-failed';
import type { Diagnostic } from '../terraform/terraform-json';

/** `any` if a test accepts all warnings (a random history). */
export type ExpectedWarnings = readonly RegExp[] | 'any';

/** Fails for an unexpected warning as well as for a missing one. */
export function assertWarnings(given: readonly Diagnostic[], expected: ExpectedWarnings): void {
  if (expected === 'any') return;
  const said = given.filter(({ severity }) => severity === 'warning').map(sayDiagnostic);
  const unexpected = said.filter(words => !expected.some(pattern => pattern.test(words)));
  const missing = expected.filter(pattern => !said.some(words => pattern.test(words)));
  if (unexpected.length > 0) throw new Error(`No such warning was expected:\n${unexpected.join('\n')}`);
  if (missing.length > 0)
    throw new Error(`No warning says ${missing.join(', ')}. Those given: ${said.join('\n') || 'none'}`);
}
