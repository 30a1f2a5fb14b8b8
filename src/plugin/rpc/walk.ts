import { type Diagnostic, Diagnostic_Severity } from '../wire/gen/protocol';

/**
 * What one process can tell of the walk that Terraform has started it for. Terraform says neither which walk it is
 * nor how it ended.
 */
export class Walk {
  private hasVisited = false;
  private isBroken = false;

  /** It has come to an object: to its stored state, or to its plan. */
  visited(): void {
    this.hasVisited = true;
  }

  /** It comes to what is to be changed alone. */
  changes(): void {
    this.isBroken = true;
  }

  /** Terraform does not go on to what depends on an object with an error. */
  answered(diagnostics: readonly Diagnostic[]): void {
    this.isBroken ||= diagnostics.some(({ severity }) => severity === Diagnostic_Severity.ERROR);
  }

  /** Whether it may have come to all that there is. */
  get isWhole(): boolean {
    return this.hasVisited && !this.isBroken;
  }
}
