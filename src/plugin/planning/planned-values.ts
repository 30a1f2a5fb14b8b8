import { isComputed } from '../define/attribute';
import type { Attribute, Attributes, SetType } from '../define/schema-types';
import { type Canonical, configuredTextOf } from '../values/equality';
import { fromPlain } from '../values/from-plain';
import { isRawList, isRawObject, isWhollyKnown, type Raw, type RawObject, unknown } from '../values/raw';
import { type Member, remembered, walkTypes } from '../values/walk';

/**
 * How to plan computed values inside a configured one:
 * - `keep`: prior values, since nothing changes;
 * - `renew`: unknown, except stable ones of a matching container;
 * - `omit`: null, as in a configuration.
 */
export type Computed = 'keep' | 'renew' | 'omit';

/** Plans one value. `undefined` for a type whose values are planned as configured. */
type Plan = ((config: Raw, prior: Raw, computed: Computed) => Raw) | undefined;

const plans = walkTypes<Plan>({
  scalar: () => undefined,
  list: (element, type) => element && plannedList(element, configuredTextOf(type.element)),
  set: (element, type) => element && plannedSet(element, configuredTextOf(type.element)),
  map: element =>
    element &&
    ((config, prior, computed) => {
      if (!isRawObject(config)) return config;
      const before = isRawObject(prior) ? prior : {};
      return Object.fromEntries(
        Object.entries(config).map(([key, value]) => [key, element(value, before[key] ?? null, computed)]),
      );
    }),
  object: members => {
    if (!members.some(({ attribute, inner }) => inner || isPlannedOtherwise(attribute))) return undefined;
    return (config, prior, computed) =>
      isRawObject(config) ? plannedMembers(members, config, prior, computed) : config;
  },
});

function isPlannedOtherwise(attribute: Attribute): boolean {
  return isComputed(attribute) || attribute.writeOnly || attribute.mode === 'defaulted';
}

function plannedMembers(
  members: readonly Member<Plan>[],
  config: RawObject,
  prior: Raw,
  computed: Computed,
): RawObject {
  const before = isRawObject(prior) ? prior : undefined;
  const planned: Record<string, Raw> = {};
  for (const member of members) {
    const { name, attribute } = member;
    planned[name] = isComputed(attribute)
      ? plannedComputed(attribute, before && (before[name] ?? null), computed)
      : plannedMember(member, config[name] ?? null, before?.[name] ?? null, computed);
  }
  return planned;
}

/** @param prior undefined without a matching prior value */
export function plannedComputed({ stable }: Attribute, prior: Raw | undefined, computed: Computed): Raw {
  if (computed === 'omit') return null;
  return prior !== undefined && (stable || computed === 'keep') ? prior : unknown;
}

export function plannedMember(
  { attribute, inner }: Member<Plan>,
  config: Raw,
  prior: Raw,
  computed: Computed,
): Raw {
  if (attribute.writeOnly) return null;
  const value = config === null && attribute.mode === 'defaulted' ? defaultOf(attribute) : config;
  return inner ? inner(value, prior, computed) : value;
}

const defaultOf = remembered(({ type, default: value }: Attribute) => fromPlain(type, value, 'default'));

/**
 * List elements have no name. An element keeps the prior values at its index only if the configured part is the
 * same.
 */
function plannedList(element: NonNullable<Plan>, text: Canonical): NonNullable<Plan> {
  return (config, prior, computed) => {
    if (!isRawList(config)) return config;
    return config.map((value, index) => {
      const fresh = element(value, null, computed);
      const before = isRawList(prior) ? (prior[index] ?? null) : null;
      return before !== null && text(before) === text(fresh) ? element(value, before, computed) : fresh;
    });
  };
}

/** An element of a set keeps the prior values of the element with the same configured part. */
function plannedSet(element: NonNullable<Plan>, text: Canonical): NonNullable<Plan> {
  return (config, prior, computed) => {
    if (!isRawList(config)) return config;
    const past = new Map(isRawList(prior) ? prior.map(before => [text(before), before]) : []);
    return config.map(value => {
      const fresh = element(value, null, computed);
      const before = past.get(text(fresh));
      return before === undefined ? fresh : element(value, before, computed);
    });
  };
}

/**
 * Returns true if a default makes elements of a set equal. Terraform rejects a plan with fewer elements than the
 * configuration.
 */
export function hasTwins(type: SetType, elements: readonly Raw[]): boolean {
  const plan = plans.ofType(type.element);
  if (plan === undefined) return false;
  const text = configuredTextOf(type.element);
  const known = elements.map(value => plan(value, null, 'omit')).filter(isWhollyKnown);
  return new Set(known.map(text)).size < known.length;
}

/** Returns the attributes of a definition, each with the function that plans its values. */
export const plannedMembersOf = (attributes: Attributes) => plans.membersOf(attributes);

/** Adds defaults to a configuration, at any depth. Used for imports, data sources and the provider configuration. */
export function withDefaults(attributes: Attributes, config: RawObject): RawObject {
  return plannedMembers(plans.membersOf(attributes), config, null, 'omit');
}
