import fc from 'fast-check';
import type {
  Attribute,
  AttributeMode,
  Attributes,
  ValueType,
} from '../../../src/plugin/define/schema-types';
import { canonicalOf } from '../../../src/plugin/values/equality';
import { isRawList, isRawObject, type Raw, type RawObject } from '../../../src/plugin/values/raw';

/** Makes definitions, and values that fit them, as fast-check's arbitraries. */

const scalar = fc.constantFrom<ValueType>({ kind: 'string' }, { kind: 'number' }, { kind: 'bool' });
const wholeNumber = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
const decimal = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map(value => (Number.isInteger(value) ? Math.trunc(value) + 0 : String(value)));

export const definitions = fc
  .letrec<{ type: ValueType; attribute: Attribute; attributes: Attributes }>(tie => ({
    type: fc.oneof(
      { maxDepth: 2 },
      scalar,
      fc.record({ kind: fc.constantFrom('list', 'set', 'map'), element: scalar }),
      fc.record({
        kind: fc.constantFrom('list', 'set', 'map'),
        element: tie('attributes').map((attributes): ValueType => ({ kind: 'object', attributes })),
      }),
      tie('attributes').map((attributes): ValueType => ({ kind: 'object', attributes })),
    ),
    attribute: fc
      .record({
        type: tie('type'),
        mode: fc.constantFrom<AttributeMode>('required', 'optional', 'defaulted', 'computed', 'sometimes'),
        isWriteOnly: fc.boolean(),
        sensitive: fc.boolean(),
        stable: fc.boolean(),
      })
      .chain(({ type, mode, isWriteOnly, ...rest }) => {
        const attribute = { ...rest, type, mode, description: 'random', replaces: false, writeOnly: false };
        if (mode === 'optional') return fc.constant({ ...attribute, writeOnly: isWriteOnly && isFlat(type) });
        if (mode !== 'defaulted') return fc.constant(attribute);
        return defaultOf(type).map(value => ({ ...attribute, default: value }));
      }),
    attributes: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('attribute'), {
      minKeys: 1,
      noNullPrototype: true,
    }),
  }))
  .attributes.map(withoutWriteOnlyInSets);

const isFlat = (type: ValueType) => !JSON.stringify(type).includes('"object"');

/** What does not compile: the types of the house refuse it. */
function withoutWriteOnlyInSets(attributes: Attributes, isInSet = false): Attributes {
  const inType = (type: ValueType, inSet: boolean): ValueType => {
    if (type.kind === 'object')
      return { kind: 'object', attributes: withoutWriteOnlyInSets(type.attributes, inSet) };
    if ('element' in type) return { ...type, element: inType(type.element, inSet || type.kind === 'set') };
    return type;
  };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      { ...attribute, writeOnly: attribute.writeOnly && !isInSet, type: inType(attribute.type, isInSet) },
    ]),
  );
}

/** The plainest value of a type: nothing in its collections. */
function defaultOf(type: ValueType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'string':
      return fc.string();
    case 'number':
      return wholeNumber;
    case 'bool':
      return fc.boolean();
    case 'list':
    case 'set':
      return fc.constant([]);
    case 'map':
      return fc.constant({});
    case 'object':
      return fc.constant(plainest(type));
  }
}

function plainest(type: ValueType): unknown {
  switch (type.kind) {
    case 'string':
      return 'plain';
    case 'number':
      return 1;
    case 'bool':
      return true;
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
    case 'object':
      return Object.fromEntries(
        Object.entries(type.attributes)
          .filter(([, { mode }]) => mode === 'required' || mode === 'defaulted')
          .map(([name, attribute]) => [name, plainest(attribute.type)]),
      );
  }
}

/** What a configuration may say: computed attributes null, required ones there. */
export function configurationOf(attributes: Attributes): fc.Arbitrary<RawObject> {
  return fc.record(
    Object.fromEntries(
      Object.entries(attributes).map(([name, { mode, type }]): [string, fc.Arbitrary<Raw>] => {
        if (mode === 'computed' || mode === 'sometimes') return [name, fc.constant(null)];
        const value = configuredValue(type);
        return [name, mode === 'required' ? value : fc.option(value)];
      }),
    ),
    { noNullPrototype: true },
  );
}

function configuredValue(type: ValueType): fc.Arbitrary<Raw> {
  switch (type.kind) {
    case 'string':
      return fc.string();
    case 'number':
      return fc.oneof(wholeNumber, decimal);
    case 'bool':
      return fc.boolean();
    case 'list':
      return fc.array(configuredValue(type.element), { maxLength: 2 });
    case 'set':
      return fc.uniqueArray(configuredValue(type.element), {
        maxLength: 2,
        selector: canonicalOf(type.element),
      });
    case 'map':
      return fc.dictionary(fc.constantFrom('x', 'y'), configuredValue(type.element), {
        noNullPrototype: true,
      });
    case 'object':
      return configurationOf(type.attributes);
  }
}

/** What an apply makes of a plan: each unknown value becomes one of its type. */
export function applied(attributes: Attributes, planned: RawObject): RawObject {
  const decided = (type: ValueType, value: Raw): Raw => {
    if (value === null) return null;
    if (type.kind === 'object') return applied(type.attributes, isRawObject(value) ? value : {});
    if (isRawList(value) && 'element' in type) return value.map(inner => decided(type.element, inner));
    if (isRawObject(value) && type.kind === 'map')
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, decided(type.element, inner)]),
      );
    const plain = { string: 'decided', number: 7, bool: false, list: [], set: [], map: {} } as const;
    return typeof value === 'object' ? plain[type.kind] : value;
  };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type, writeOnly, mode }]) => {
      const value = planned[name];
      if (writeOnly || value === null) return [name, null];
      const isOmitted = value === undefined && mode !== 'computed';
      return [name, isOmitted ? null : decided(type, value ?? {})];
    }),
  );
}
