import type { Attributes } from '../define/schema-types';
import type { Raw, RawObject } from './raw';

/**
 * Returns the next values, but in the prior spelling where that means the same. Terraform accepts the prior value in a
 * plan although the configuration has another one ("semantic equality" in Terraform's documentation of its framework).
 */
export function inPriorSpelling(
  attributes: Attributes,
  prior: RawObject,
  next: RawObject,
): Record<string, Raw> {
  const values = { ...next };
  for (const [name, { canonical }] of Object.entries(attributes)) {
    if (canonical === undefined) continue;
    const [past, now] = [prior[name], next[name]];
    if (typeof past !== 'string' || typeof now !== 'string') continue;
    if (canonical(past) === canonical(now)) values[name] = past;
  }
  return values;
}
