import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isComputed } from '../../../src/plugin/define/attribute';
import type { Attributes, ValueType } from '../../../src/plugin/define/schema-types';
import { draftPlan } from '../../../src/plugin/planning/generic-plan';
import { validateConfig } from '../../../src/plugin/rpc/validate-config';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { isEqual } from '../../../src/plugin/values/equality';
import { fromPlainObject } from '../../../src/plugin/values/from-plain';
import { isRawList, isRawObject, type Raw, type RawObject, Unknown } from '../../../src/plugin/values/raw';
import { toPlainObject } from '../../../src/plugin/values/to-plain';
import { applied, configurationOf, definitions } from './random-definitions';

/** Only what passes validation is ever planned. */
const isValid = (attributes: Attributes, config: RawObject) =>
  validateConfig({ attributes }, encodeDynamicValue(config)).diagnostics.length === 0;

const cases = definitions
  .chain(attributes =>
    fc.record({
      attributes: fc.constant(attributes),
      config: configurationOf(attributes),
      other: configurationOf(attributes),
    }),
  )
  .filter(({ attributes, config, other }) => isValid(attributes, config) && isValid(attributes, other));

/** Terraform's own rules for a planned value (AssertPlanValid), as far as they are ours to break. */
function breaches(attributes: Attributes, config: Raw, planned: Raw, path = ''): readonly string[] {
  if (!isRawObject(config) || !isRawObject(planned)) return [`${path} is no object`];
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [given, plan] = [config[name] ?? null, planned[name] ?? null];
    const place = `${path}.${name}`;
    if (isComputed(attribute)) return [];
    if (attribute.writeOnly) return plan === null ? [] : [`${place} is write-only and planned`];
    if (given === null && attribute.mode === 'defaulted')
      return plan === null || plan instanceof Unknown ? [`${place} lacks its default`] : [];
    return within(attribute.type, given, plan, place);
  });
}

function within(type: ValueType, given: Raw, plan: Raw, place: string): readonly string[] {
  if (given === null) return plan === null ? [] : [`${place} is planned and not configured`];
  if (type.kind === 'object') return breaches(type.attributes, given, plan, place);
  if (type.kind === 'list' && isRawList(given) && isRawList(plan)) {
    if (given.length !== plan.length) return [`${place} has another length`];
    return given.flatMap((value, index) =>
      within(type.element, value, plan[index] ?? null, `${place}[${index}]`),
    );
  }
  if (type.kind === 'map' && isRawObject(given) && isRawObject(plan)) {
    if (Object.keys(given).join() !== Object.keys(plan).join()) return [`${place} has other keys`];
    return Object.entries(given).flatMap(([key, value]) =>
      within(type.element, value, plan[key] ?? null, `${place}.${key}`),
    );
  }
  // Terraform trusts a provider with sets of objects.
  if (type.kind === 'set' && type.element.kind === 'object')
    return isRawList(plan) ? [] : [`${place} is no set`];
  return isEqual(type, given, plan) ? [] : [`${place} is not planned as configured`];
}

describe('any definition, at any depth', { timeout: 60_000 }, () => {
  it('plans a new object as Terraform accepts it', () => {
    fc.assert(
      fc.property(cases, ({ attributes, config }) => {
        expect(breaches(attributes, config, draftPlan(attributes, null, config).planned)).toEqual([]);
      }),
    );
  });

  it('plans no change of what was applied, and keeps every computed value', () => {
    fc.assert(
      fc.property(cases, ({ attributes, config }) => {
        const state = applied(attributes, draftPlan(attributes, null, config).planned);
        expect(draftPlan(attributes, state, config).planned).toEqual(state);
      }),
    );
  });

  it('plans a change as Terraform accepts it, and nothing more after it', () => {
    fc.assert(
      fc.property(cases, ({ attributes, config, other }) => {
        const before = applied(attributes, draftPlan(attributes, null, config).planned);
        const { planned } = draftPlan(attributes, before, other);
        expect(breaches(attributes, other, planned)).toEqual([]);
        const after = applied(attributes, planned);
        expect(draftPlan(attributes, after, other).planned).toEqual(after);
      }),
    );
  });

  it('gives a handler a state that is preserved in a round trip', () => {
    fc.assert(
      fc.property(cases, ({ attributes, config }) => {
        const state = applied(attributes, draftPlan(attributes, null, config).planned);
        const back = fromPlainObject(attributes, toPlainObject(attributes, state));
        const type: ValueType = { kind: 'object', attributes };
        expect(isEqual(type, back, state)).toBe(true);
      }),
    );
  });
});
