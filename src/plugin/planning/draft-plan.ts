import { isComputed } from '../define/attribute';
import type { Attribute, Attributes } from '../define/schema-types';
import { isEqual } from '../values/equality';
import { fromPlain } from '../values/from-plain';
import { type Raw, type RawObject, unknown } from '../values/raw';
import { inPriorSpelling } from '../values/spelling';
import { remembered } from '../values/walk';

/** The part of a plan that is the same for every resource, before the resource's own rule runs. */
export interface DraftPlan {
  readonly planned: Record<string, Raw>;
  /** Attributes whose change replaces the object. */
  readonly replaces: Set<string>;
}

/**
 * Plans what follows from the definition alone: configured values unchanged, defaults for absent ones, prior computed
 * values if nothing changes, and unknown ones otherwise, except stable ones.
 *
 * Terraform checks the response (Terraform's documentation, "Resource Instance Change Lifecycle"): a configured
 * value must be planned unchanged or as before, and only computed attributes may be unknown.
 *
 * @param prior null for a new object.
 */
export function draftPlan(attributes: Attributes, prior: RawObject | null, config: RawObject): DraftPlan {
  const planned = inPriorSpelling(attributes, prior ?? {}, withDefaults(attributes, config));
  const members = Object.entries(attributes);
  const isChanged = ([name, attribute]: readonly [string, Attribute]) =>
    !isComputed(attribute) && !isEqual(attribute.type, prior?.[name] ?? null, planned[name] ?? null);
  const changed = prior === null ? [] : members.filter(isChanged);
  for (const [name, attribute] of members)
    if (isComputed(attribute)) {
      const isKept = prior !== null && (attribute.stable || changed.length === 0);
      planned[name] = isKept ? (prior[name] ?? null) : unknown;
    }
  return {
    planned,
    replaces: new Set(changed.filter(([, { replaces }]) => replaces).map(([name]) => name)),
  };
}

/** Returns a configuration as it is stored: with defaults, and null for what is computed or write-only. */
export function withDefaults(attributes: Attributes, config: RawObject): Record<string, Raw> {
  const whole: Record<string, Raw> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = isComputed(attribute) || attribute.writeOnly ? null : (config[name] ?? null);
    whole[name] = value === null && attribute.mode === 'defaulted' ? defaultOf(attribute) : value;
  }
  return whole;
}

const defaultOf = remembered(({ type, default: value }: Attribute) => fromPlain(type, value, 'default'));
