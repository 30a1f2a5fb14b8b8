import type { ValidateContext } from '../define/context';
import type { PlainObject } from '../define/definition';
import type { Attributes } from '../define/schema-types';
import type { Diagnostic, DynamicValue, ValidateResourceConfig_Request } from '../protocol/gen/protocol';
import { decodeDynamicValue } from '../values/dynamic-value';
import { writeOnlyNames } from '../values/write-only';
import { Diagnostics } from './diagnostics';
import { validateObject } from './validation';

interface Configurable {
  readonly attributes: Attributes;
  validate?(config: PlainObject, context: ValidateContext<PlainObject>): void;
}

/** Terraform calls this again in plan and apply, when variables are known, so nothing repeats these checks. */
export function validateConfig(
  definition: Configurable,
  config: DynamicValue | undefined,
): { diagnostics: Diagnostic[] } {
  const diagnostics = new Diagnostics(definition.attributes);
  const raw = decodeDynamicValue(config);
  if (raw) {
    validateObject(definition.attributes, raw, diagnostics, (plain, context) =>
      definition.validate?.(plain, context),
    );
  }
  return { diagnostics: diagnostics.entries };
}

/**
 * Validates a resource's configuration. An older Terraform would store write-only values in plan and state like any
 * other. It lacks a capability; write-only values are then an error.
 */
export function validateResourceConfig(
  definition: Configurable,
  { config, clientCapabilities }: ValidateResourceConfig_Request,
): { diagnostics: Diagnostic[] } {
  const diagnostics = new Diagnostics(definition.attributes);
  if (!clientCapabilities?.writeOnlyAttributesAllowed) {
    const raw = decodeDynamicValue(config) ?? {};
    for (const name of writeOnlyNames(definition.attributes, raw))
      diagnostics.fail(
        'Write-only needs Terraform 1.11',
        `This Terraform does not support write-only arguments: it would store \`${name}\` in plan ` +
          'and state. Use Terraform 1.11 or newer, or the argument that the state keeps.',
        name,
      );
  }
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.entries };
  return validateConfig(definition, config);
}
