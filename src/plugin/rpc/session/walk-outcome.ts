import { type Diagnostic, Diagnostic_Severity } from '../../protocol/gen/protocol';

/** The observations of one launch about its walk. Terraform does not report the outcome of a walk. */
export class WalkOutcome {
  /** True if Terraform had an object refreshed: only a walk that plans does that, and none with `-refresh=false`. */
  hasRead = false;
  /** True if a change of an object is planned. */
  hasPlanned = false;
  /** True if Terraform requested a change of an object. */
  hasChanged = false;
  /** True if a response had an error. Terraform then skips the objects that depend on that one. */
  hasFailed = false;

  answered(diagnostics: readonly Diagnostic[]): void {
    this.hasFailed ||= diagnostics.some(({ severity }) => severity === Diagnostic_Severity.ERROR);
  }
}
