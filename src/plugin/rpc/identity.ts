import type { ResourceDefinition } from '../define/definition';
import type { ResourceIdentityData } from '../protocol/gen/protocol';
import { encodeDynamicValue } from '../values/dynamic-value';
import type { RawObject } from '../values/raw';

/**
 * Returns the identity of an object, for Terraform 1.12 and newer: the attribute that an import takes. Each response with a
 * state has it, also after an error: one without it would erase the identity that Terraform has stored.
 */
export function identityOf(
  { importBy }: Pick<ResourceDefinition<never>, 'importBy'>,
  state: RawObject | null,
): ResourceIdentityData | undefined {
  if (state === null) return undefined;
  return { identityData: encodeDynamicValue({ [importBy]: state[importBy] ?? null }) };
}
