import { type Diagnostic, diagnosticsIn } from './terraform-json';
import type { Finished } from './terraform-process';

/** A Terraform command with an unexpected result. */
export class TerraformFailed extends Error {
  override readonly name = 'TerraformFailed';

  constructor(
    message: string,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(message);
  }

  get errors(): readonly Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === 'error');
  }
}

export function failureOf(finished: Finished): TerraformFailed {
  const diagnostics = finished.command.includes('-json') ? diagnosticsIn(finished.stdout) : [];
  const end = finished.signal === undefined ? `code ${finished.code}` : finished.signal;
  const words = diagnostics.length > 0 ? diagnostics.map(sayDiagnostic).join('\n') : finished.stdout;
  return new TerraformFailed(
    `terraform ${finished.command} ended with ${end}\n${words}${finished.stderr}`,
    diagnostics,
  );
}

export function sayDiagnostic({ severity, summary, detail, address }: Diagnostic): string {
  return `${severity}${address === undefined ? '' : ` on ${address}`}: ${summary}\n  ${detail}`;
}
