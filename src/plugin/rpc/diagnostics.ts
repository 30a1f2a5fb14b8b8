import type { Fail, Warn } from '../define/context';
import type { Explanation, Occasion } from '../define/definition';
import type { Attributes, CheckFinding } from '../define/schema-types';
import { type Diagnostic, Diagnostic_Severity } from '../protocol/gen/protocol';
import { mayHoldSensitive } from '../values/sensitive';
import type { Session } from './session/session';

/**
 * Collects the diagnostics of one response. No other code creates diagnostics.
 *
 * Terraform prints the source line of a diagnostic's attribute. A diagnostic on a sensitive attribute would thus show a
 * literal secret. It points to the block instead, and names the attribute in its text.
 */
export class Diagnostics {
  readonly entries: Diagnostic[] = [];

  constructor(private readonly attributes: Attributes) {}

  get hasErrors(): boolean {
    return this.entries.some(entry => entry.severity === Diagnostic_Severity.ERROR);
  }

  readonly warn: Warn = (summary, detail, attribute) => {
    this.add(Diagnostic_Severity.WARNING, summary, detail, attribute);
  };

  readonly fail: Fail = (summary, detail, attribute) => {
    this.add(Diagnostic_Severity.ERROR, summary, detail, attribute);
  };

  addFinding(finding: CheckFinding, attribute: string): void {
    const severity = finding.severity === 'error' ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING;
    this.add(severity, finding.summary, finding.detail, attribute, finding.holdsSecret);
  }

  addExplanation({ summary, detail, attribute }: Explanation): void {
    this.fail(summary, detail, attribute);
  }

  /** Adds an error of a walk. The first fails it: more errors of the same cause would only hide it. */
  addFailure<Client>(error: unknown, occasion: Occasion, session: Session<Client>): void {
    const explanation = session.provider.explain(error, occasion);
    if (!explanation.providerWide || session.isFirstMention(explanation.summary))
      this.addExplanation(explanation);
  }

  private add(
    severity: Diagnostic_Severity,
    summary: string,
    detail: string,
    place = '',
    holdsSecret = false,
  ): void {
    const [first = ''] = place.split(/[.[]/);
    // An error of the platform may name any attribute.
    const shown = Object.hasOwn(this.attributes, first) ? this.attributes[first] : undefined;
    if (shown === undefined) {
      this.entries.push({ severity, summary, detail });
      return;
    }
    const isHidden = holdsSecret || shown.sensitive || mayHoldSensitive(shown.type);
    const isTold = detail.includes(`\`${place}\``) || (place === first && !isHidden);
    this.entries.push({
      severity,
      summary,
      detail: isTold ? detail : `${detail}\n\nAttribute: ${place}`,
      // Terraform shows the lines of an attribute. For a longer path it would show the lines of the whole block.
      ...(isHidden ? {} : { attribute: { steps: [{ attributeName: first }] } }),
    });
  }
}
