import type { ProviderDefinition } from '../../define/definition';
import type { Attributes } from '../../define/schema-types';
import type { Diagnostic } from '../../protocol/gen/protocol';
import { type DynamicValue, decodeDynamicValue } from '../../values/dynamic-value';
import type { RawObject } from '../../values/raw';
import { sensitiveTexts } from '../../values/sensitive';

/**
 * The sensitive values that no message may repeat. Only this class extracts them from configurations, states and plans.
 */
export class Secrets<Client> {
  private ofSettings: readonly string[] = [];

  constructor(private readonly provider: ProviderDefinition<Client>) {}

  /** Registers the provider's own settings, for the diagnostics of every call. */
  registerSettings(config: RawObject): void {
    this.ofSettings = sensitiveTexts(this.provider.attributes, config);
  }

  /** Tells the client the secrets of an object before its handler runs: errors may quote the platform. */
  registerObject(client: Client, attributes: Attributes, values: readonly (RawObject | null)[]): void {
    if (this.provider.conceal === undefined) return;
    const secrets = values.flatMap(value => (value === null ? [] : sensitiveTexts(attributes, value)));
    if (secrets.length > 0) this.provider.conceal(client, secrets);
  }

  /** Makes a text that is not part of a diagnostic safe for one line of a terminal, without the secrets of the settings. */
  redactLine(text: string): string {
    return oneLine(this.provider.redact?.(text, this.ofSettings) ?? text);
  }

  /**
   * Makes diagnostics safe for a terminal, and removes the secrets of the settings and of the call.
   *
   * @param messages the call's request and response
   */
  redact(
    diagnostics: readonly Diagnostic[],
    attributes: Attributes,
    messages: readonly object[],
  ): Diagnostic[] {
    const secrets = [...this.ofSettings, ...secretsIn(attributes, messages)];
    const redacted = (text = '') => this.provider.redact?.(text, secrets) ?? text;
    return diagnostics.map(said => ({
      ...said,
      summary: oneLine(redacted(said.summary)),
      detail: redacted(said.detail),
    }));
  }
}

/**
 * Joins the lines of a summary, after redaction: a secret may have several lines. Terraform prints a summary as it is,
 * so a name with a line feed could forge a line of the plan.
 */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

/** Returns the sensitive texts in every value of these messages: configurations, states, plans. */
function secretsIn(attributes: Attributes, messages: readonly object[]): readonly string[] {
  const fields = messages.flatMap(message => Object.values(message));
  return fields.filter(isDynamicValue).flatMap(field => {
    try {
      return sensitiveTexts(attributes, decodeDynamicValue(field) ?? {});
    } catch {
      // The call could not decode this value either.
      return [];
    }
  });
}

function isDynamicValue(field: unknown): field is DynamicValue {
  return typeof field === 'object' && field !== null && ('msgpack' in field || 'json' in field);
}
