import type { ResourceIdentityData } from '../protocol/gen/protocol';
import { encodeDynamicValue } from '../values/dynamic-value';
import type { RawObject } from '../values/raw';

/**
 * Returns the identity of an object, for Terraform 1.12 and newer: its `id`. Each response with a
 * state has it, also after an error: one without it would erase the identity that Terraform has stored.
 */
export function identityOf(state: RawObject | null): ResourceIdentityData | undefined {
  if (state === null) return undefined;
  return { identityData: encodeDynamicValue({ id: state['id'] ?? null }) };
}
