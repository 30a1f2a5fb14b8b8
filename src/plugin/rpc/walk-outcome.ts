import { type Diagnostic, Diagnostic_Severity } from '../protocol/gen/protocol';

/** What one process can tell of the walk that Terraform has started it for: Terraform says nothing of it. */
export class WalkOutcome {
  /** Whether Terraform asked for a change of an object. */
  hasChanged = false;
  /** Whether an answer had an error: Terraform then skips what depends on the object. */
  hasFailed = false;

  answered(diagnostics: readonly Diagnostic[]): void {
    this.hasFailed ||= diagnostics.some(({ severity }) => severity === Diagnostic_Severity.ERROR);
  }
}
