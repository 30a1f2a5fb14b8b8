import { ExtData, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import type { ValueType } from '../../../src/plugin/define/schema-types';
import { listOf, mapOf, number, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { isEqual } from '../../../src/plugin/values/equality';
import { fromPlain, fromPlainObject, MistypedValue } from '../../../src/plugin/values/from-plain';
import { fitsDouble } from '../../../src/plugin/values/numbers';
import { type Raw, Unknown, unknown } from '../../../src/plugin/values/raw';
import { fromStored } from '../../../src/plugin/values/stored';
import { partlyUnknown, toPlain, toPlainObject } from '../../../src/plugin/values/to-plain';

const pair = objectOf({
  a: required(string, { description: 'a' }),
  b: optional(string, { description: 'b' }),
});

describe('plain values', () => {
  it.each<[string, ValueType, Raw, unknown]>([
    ['null is absent', string, null, undefined],
    ['unknown is unknown', string, unknown, partlyUnknown],
    ['a refined unknown is unknown', string, new Unknown(12, new Uint8Array([0x80])), partlyUnknown],
    ['a number as text is a number', number, '12', 12],
    ['a set is an array', setOf(string), ['a', 'b'], ['a', 'b']],
    ['a map is an object', mapOf(number), { a: 1 }, { a: 1 }],
    ['an absent nested attribute is undefined', pair, { a: 'x', b: null }, { a: 'x', b: undefined }],
    ['a list with an unknown inside is unknown', listOf(string), ['a', unknown], partlyUnknown],
    ['an object with an unknown inside is unknown', pair, { a: unknown, b: 'x' }, partlyUnknown],
  ])('%s', (_, type, raw, plain) => {
    expect(toPlain(type, raw)).toEqual(plain);
  });

  it.each<[string, ValueType, unknown, Raw]>([
    ['absent is null', string, undefined, null],
    ['a set loses its duplicates', setOf(string), ['b', 'a', 'b'], ['b', 'a']],
    ['an absent nested attribute is null', pair, { a: 'x' }, { a: 'x', b: null }],
  ])('back: %s', (_, type, plain, raw) => {
    expect(fromPlain(type, plain, 'value')).toEqual(raw);
  });

  it.each<[ValueType, unknown, string]>([
    [string, 1, 'value'],
    [number, '1', 'value'],
    [setOf(string), 'a', 'value'],
    [setOf(string), ['a', 2], 'value[1]'],
    [mapOf(string), { k: 2 }, 'value.k'],
    [pair, { a: 1 }, 'value.a'],
  ])('a mistyped value names its place: %j given %j', (type, plain, path) => {
    expect(() => fromPlain(type, plain, 'value')).toThrow(MistypedValue);
    expect(() => fromPlain(type, plain, 'value')).toThrow(`attribute ${path} `);
  });

  it('a write-only value never reaches a state', () => {
    const attributes = { wo: optional(string, { writeOnly: true, description: 'write-only' }) };
    expect(fromPlainObject(attributes, { wo: 'planted' })).toEqual({ wo: null });
  });

  it('attributes that a definition does not have are dropped', () => {
    const attributes = { id: computed(string, { description: 'id' }) };
    expect(toPlainObject(attributes, { id: 'a', stranger: 'b' })).toEqual({ id: 'a' });
    expect(fromPlainObject(attributes, { id: 'a', stranger: 'b' })).toEqual({ id: 'a' });
  });
});

describe('numbers', () => {
  it.each<[Raw, boolean]>([
    [9007199254740992n, true],
    [9007199254740993n, false],
    [-9007199254740993n, false],
    [2 ** 53, true],
    [2 ** 53 + 2, false],
    ['0.1', true],
    ['0.0000001', true],
    ['0.30000000000000001', false],
    ['0.3333333333333333333333333', false],
    ['1000000000000000000000000000000', false],
    ['-123.456', true],
    [0, true],
  ])('%s is the same number in JavaScript: %s', (raw, isSame) => {
    expect(fitsDouble(raw)).toBe(isSame);
  });

  it('a whole number in 64 bits arrives with all its digits', () => {
    const bytes = Buffer.from('81a161cf0020000000000001', 'hex');
    expect(decodeDynamicValue({ msgpack: bytes })).toEqual({ a: 9007199254740993n });
  });

  it('a whole number beyond 2^53 from a handler is refused', () => {
    expect(() => fromPlain(number, 2 ** 53 + 2, 'size')).toThrow('attribute size must be a whole number');
    expect(() => fromPlain(number, Number.NaN, 'size')).toThrow(MistypedValue);
  });

  it('every fraction and every whole number up to 2^53 is preserved', () => {
    const whole = fc.maxSafeInteger();
    const fraction = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter(value => !Number.isInteger(value));
    fc.assert(
      fc.property(fc.oneof(whole, fraction), value => {
        const { a } = decodeDynamicValue(encodeDynamicValue({ a: fromPlain(number, value, 'a') })) ?? {};
        expect(fitsDouble(a ?? null)).toBe(true);
        expect(toPlain(number, a ?? null)).toBe(value);
      }),
    );
  });
});

describe('a stored state', () => {
  const attributes = {
    pages: optional(listOf(pair), { description: 'pages' }),
    ratio: optional(number, { description: 'ratio' }),
  };

  it('has new nested attributes as null, loses old ones, and keeps fractions', () => {
    const stored = { pages: [{ a: 'x', gone: 1 }], ratio: 0.1, other: 'y' };
    expect(fromStored(attributes, stored)).toEqual({ pages: [{ a: 'x', b: null }], ratio: '0.1' });
    expect(fromStored(attributes, {})).toEqual({ pages: null, ratio: null });
  });
});

describe('values on the wire', () => {
  // A key that could change an object's prototype is refused: a test of its own says so.
  const text = fc.string({ unit: 'binary' }).filter(name => name !== '__proto__');
  const { value } = fc.letrec<{ value: Raw }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.constant(unknown),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !Object.is(number, -0)),
      text,
      fc.array(tie('value')),
      fc.dictionary(text, tie('value'), { noNullPrototype: true }),
    ),
  }));

  it('every value survives encoding and decoding', () => {
    fc.assert(
      fc.property(fc.dictionary(text, value, { noNullPrototype: true }), object => {
        expect(decodeDynamicValue(encodeDynamicValue(object))).toEqual(object);
      }),
    );
  });

  it('an unknown is msgpack extension 0 with one byte', () => {
    expect(Buffer.from(encodeDynamicValue({ a: unknown }).msgpack ?? []).toString('hex')).toBe(
      '81a161d40000',
    );
  });

  it('a refined unknown comes back as the bytes it was', () => {
    const refined = encode({ a: new ExtData(12, new Uint8Array([0x81, 0x01, 0xc2])) });
    const object = decodeDynamicValue({ msgpack: refined });
    expect(object?.['a']).toBeInstanceOf(Unknown);
    expect(Buffer.from(encodeDynamicValue(object).msgpack ?? [])).toEqual(Buffer.from(refined));
  });

  it('JSON is read too', () => {
    expect(decodeDynamicValue({ json: Buffer.from('{"a":["b",null]}') })).toEqual({ a: ['b', null] });
  });

  it('a key that could change an object’s prototype is refused', () => {
    const bytes = Buffer.from('81a95f5f70726f746f5f5fa178', 'hex');
    expect(() => decodeDynamicValue({ msgpack: bytes })).toThrow('__proto__');
    expect(() => decodeDynamicValue({ json: Buffer.from('{"a":{"__proto__":1}}') })).toThrow(TypeError);
  });

  it('no bytes are no object', () => {
    expect(decodeDynamicValue({})).toBeNull();
    expect(decodeDynamicValue(undefined)).toBeNull();
  });

  it('garbage throws and never hangs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), bytes => {
        try {
          const object = decodeDynamicValue({ msgpack: bytes });
          expect(object === null || typeof object === 'object').toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

describe('equality', () => {
  it.each<[string, ValueType, Raw, Raw, boolean]>([
    ['sets do not care for order', setOf(string), ['a', 'b'], ['b', 'a'], true],
    ['sets do not care for duplicates', setOf(string), ['a', 'b', 'a'], ['b', 'a'], true],
    ['lists care for order', listOf(string), ['a', 'b'], ['b', 'a'], false],
    ['an empty set is not an absent one', setOf(string), [], null, false],
    ['an unknown equals nothing', string, unknown, unknown, false],
    ['an unknown element makes sets differ', setOf(string), ['a', unknown], ['a', 'b'], false],
    ['maps do not care for order', mapOf(string), { a: '1', b: '2' }, { b: '2', a: '1' }, true],
    ['a number may come as text', number, 12, '12', true],
    ['elements that look joined are not', setOf(string), ['a,b'], ['a', 'b'], false],
    ['nested sets are sets', listOf(setOf(string)), [['a', 'b']], [['b', 'a']], true],
    ['a missing nested attribute is null', pair, { a: 'x', b: null }, { a: 'x' }, true],
  ])('%s', (_, type, left, right, equal) => {
    expect(isEqual(type, left, right)).toBe(equal);
  });
});
