import type { Attributes } from '../define/attribute';
import type { ValidateContext } from '../define/context';
import type { PlainObject } from '../define/definition';
import { decodeDynamicValue } from '../values/dynamic-value';
import type { Diagnostic, DynamicValue } from '../wire/gen/protocol';
import { Diagnostics } from './diagnostics';
import { validateObject } from './validation';

interface Configurable {
  readonly attributes: Attributes;
  validate?(config: PlainObject, context: ValidateContext): void;
}

/**
 * Validates a configuration: the provider's, a resource's or a data source's. Terraform asks again in plan and
 * apply, when variables and `count.index` are known, so nothing else has to repeat these checks.
 */
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
