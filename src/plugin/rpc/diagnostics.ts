import type { Attributes, Finding } from '../define/attribute';
import type { Explanation } from '../define/definition';
import { type Diagnostic, Diagnostic_Severity } from '../wire/gen/protocol';

/**
 * Gathers the diagnostics of one answer. The only place that makes one.
 *
 * Terraform prints the source line of a diagnostic's attribute, so a diagnostic on a sensitive attribute would
 * show a literal secret: it goes to the block, and names the attribute in words.
 */
export class Diagnostics {
  readonly entries: Diagnostic[] = [];

  constructor(private readonly attributes: Attributes) {}

  get hasErrors(): boolean {
    return this.entries.some(entry => entry.severity === Diagnostic_Severity.ERROR);
  }

  readonly warn = (summary: string, detail: string, attribute?: string): void => {
    this.add(Diagnostic_Severity.WARNING, summary, detail, attribute);
  };

  readonly fail = (summary: string, detail: string, attribute?: string): void => {
    this.add(Diagnostic_Severity.ERROR, summary, detail, attribute);
  };

  addFinding(finding: Finding, attribute: string): void {
    const severity = finding.severity === 'error' ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING;
    this.add(severity, finding.summary, finding.detail, attribute, finding.holdsSecret);
  }

  addExplanation({ summary, detail, attribute }: Explanation): void {
    this.fail(summary, detail, attribute);
  }

  private add(
    severity: Diagnostic_Severity,
    summary: string,
    detail: string,
    attribute?: string,
    holdsSecret = false,
  ): void {
    // An error of the platform may name any attribute.
    const isOurs = attribute !== undefined && Object.hasOwn(this.attributes, attribute);
    const hidden = isOurs && (holdsSecret || this.attributes[attribute]?.sensitive === true);
    this.entries.push({
      severity,
      summary,
      detail: hidden ? `${detail}\n\nAttribute: ${attribute}` : detail,
      ...(!isOurs || hidden ? {} : { attribute: { steps: [{ attributeName: attribute }] } }),
    });
  }
}
