import { isComputed } from '../define/attribute';
import type { Path } from '../define/path';
import type { Attributes } from '../define/schema-types';
import { isEqual } from '../values/equality';
import type { Raw, RawObject } from '../values/raw';
import { plannedComputed, plannedMember, plannedMembersOf } from './planned-values';
import { replacedParts } from './replaced-parts';

/** The part of a plan that is the same for every resource, before the resource's own rule runs. */
export interface DraftPlan {
  readonly planned: Record<string, Raw>;
  /** Attributes whose change replaces the object. */
  readonly replaces: Set<string>;
  /** The same for attributes inside objects. */
  readonly replacesInside: readonly Path[];
}

/**
 * Plans what follows from the definition alone, at any depth: configured values unchanged, defaults for absent
 * ones, prior computed values if nothing changes, and unknown ones otherwise.
 *
 * Terraform checks the response (Terraform's documentation, "Resource Instance Change Lifecycle"): a configured
 * value must be planned unchanged, and only computed attributes may be unknown.
 *
 * @param prior null for a new object.
 */
export function draftPlan(attributes: Attributes, prior: RawObject | null, config: RawObject): DraftPlan {
  const members = plannedMembersOf(attributes);
  const before = (name: string) => prior?.[name] ?? null;
  const planned: Record<string, Raw> = {};
  const changed = new Set<string>();
  for (const member of members) {
    const { name, attribute } = member;
    if (isComputed(attribute)) continue;
    planned[name] = plannedMember(member, config[name] ?? null, before(name), 'keep');
    if (prior && !isEqual(attribute.type, before(name), planned[name])) changed.add(name);
  }
  const computed = prior === null || changed.size > 0 ? 'renew' : 'keep';
  for (const member of members) {
    const { name, attribute, inner } = member;
    if (isComputed(attribute))
      planned[name] = plannedComputed(attribute, prior ? before(name) : undefined, computed);
    else if (inner && computed === 'renew')
      planned[name] = plannedMember(member, config[name] ?? null, before(name), computed);
  }
  return {
    planned,
    replaces: new Set([...changed].filter(name => attributes[name]?.replaces)),
    replacesInside: prior === null || changed.size === 0 ? [] : replacedParts(attributes, prior, planned),
  };
}
