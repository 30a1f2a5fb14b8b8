import { type Attribute, type Attributes, isComputed } from '../define/attribute';
import { isEqual } from '../values/equality';
import { fromPlain } from '../values/plain';
import { type Raw, type RawObject, unknown } from '../values/raw';

/** A plan in the making: what every resource's plan has in common, before its own rule had a say. */
export interface DraftPlan {
  readonly planned: Record<string, Raw>;
  /** Attributes whose change replaces the object. */
  readonly replaces: Set<string>;
}

/**
 * Plans what follows from the definition alone: configured values as they are, defaults where they are absent,
 * computed values kept while nothing changes and unknown otherwise.
 *
 * Terraform checks the answer (Terraform's documentation, "Resource Instance Change Lifecycle"): a configured
 * value must be planned as it is, and only computed attributes may be unknown.
 *
 * @param prior null for a new object.
 */
export function draftPlan(attributes: Attributes, prior: RawObject | null, config: RawObject): DraftPlan {
  const planned: Record<string, Raw> = {};
  const changed = new Set<string>();
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute || isComputed(attribute)) continue;
    planned[name] = configured(attribute, config[name] ?? null, name);
    if (prior && !isEqual(attribute.type, prior[name] ?? null, planned[name])) changed.add(name);
  }
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute || !isComputed(attribute)) continue;
    const keeps = prior !== null && (attribute.stable || changed.size === 0);
    planned[name] = keeps ? (prior[name] ?? null) : unknown;
  }
  return { planned, replaces: new Set([...changed].filter(name => attributes[name]?.replaces)) };
}

/** A configured value with its default: what is planned, and what an import is completed with. */
export function configured(attribute: Attribute, value: Raw, name: string): Raw {
  if (attribute.writeOnly) return null;
  if (value === null && attribute.mode === 'defaulted')
    return fromPlain(attribute.type, attribute.default, name);
  return value;
}
