import { ExtData, encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import type { ValueType } from '../../../src/plugin/define/schema-types';
import { bool, listOf, mapOf, number, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { fromStored } from '../../../src/plugin/rpc/upgrade-resource-state';
import {
  type DynamicValue,
  decodeDynamicValue,
  encodeDynamicValue,
  isAbsent,
} from '../../../src/plugin/values/dynamic-value';
import { fromPlain, fromPlainObject } from '../../../src/plugin/values/from-plain';
import { type Raw, type RawObject, Unknown, unknown } from '../../../src/plugin/values/raw';
import { partlyUnknown, toPlain, toPlainObject, toPlannedObject } from '../../../src/plugin/values/to-plain';

const description = 'for the test';
const pair = objectOf({ a: required(string, { description }), b: optional(string, { description }) });
const attributes = {
  id: computed(string, { description }),
  previous: computed(string, { sometimes: true, description }),
  name: optional(string, { description }),
  secret_wo: optional(string, { writeOnly: true, description }),
};

describe('plain values', () => {
  const refined = new Unknown(12, new Uint8Array([0x80]));
  it.each<[string, ValueType, Raw, unknown]>([
    ['null is absent', string, null, undefined],
    ['a refined unknown is unknown', string, refined, partlyUnknown],
    ['false is false', bool, false, false],
    ['a number as text is a number', number, '12', 12],
    ['a number in 64 bits is a number', number, 12n, 12],
    ['a set is an array', setOf(string), ['a', 'b'], ['a', 'b']],
    ['a map is an object', mapOf(string), { a: '1' }, { a: '1' }],
    ['an absent nested attribute is undefined', pair, { a: 'x' }, { a: 'x', b: undefined }],
  ])('%s', (_, type, raw, plain) => {
    expect(toPlain(type, raw)).toEqual(plain);
  });

  it.each<[string, ValueType, unknown, Raw]>([
    ['an absent text is null', string, undefined, null],
    ['an absent truth is null', bool, undefined, null],
    ['false is false', bool, false, false],
    ['a fraction is decimal text', number, -0.1, '-0.1'],
    ['a whole number is decimal text, up to the largest exact one', number, -(2 ** 53), '-9007199254740992'],
    ['a list keeps its duplicates', listOf(string), ['a', 'a'], ['a', 'a']],
    ['a set loses its duplicates', setOf(string), ['b', 'a', 'b'], ['b', 'a']],
    ['a map is an object', mapOf(string), { k: 'v' }, { k: 'v' }],
    ['an absent object is null', pair, undefined, null],
    ['an absent nested attribute is null', pair, { a: 'x' }, { a: 'x', b: null }],
  ])('back: %s', (_, type, plain, raw) => {
    expect(fromPlain(type, plain, 'value')).toEqual(raw);
  });

  it.each<[ValueType, unknown, string]>([
    [bool, 'true', 'value must be true or false'],
    [number, Number.NaN, 'value must be a number'],
    [number, Number.POSITIVE_INFINITY, 'value must be a number'],
    [number, 2 ** 53 + 2, 'value must be a whole number between -2^53 and 2^53'],
    [number, -(2 ** 53) - 2, 'value must be a whole number between -2^53 and 2^53'],
    [setOf(string), 'a', 'value must be an array'],
    [setOf(string), ['a', 2], 'value[1] must be a string'],
    [mapOf(string), ['a'], 'value must be an object'],
    [mapOf(string), { k: 2 }, 'value.k must be a string'],
    [pair, null, 'value must be an object'],
    [pair, 'a', 'value must be an object'],
    [listOf(pair), [{ a: 1 }], 'value[0].a must be a string'],
  ])('a mistyped value names its place: %j given %j', (type, plain, message) => {
    expect(() => fromPlain(type, plain, 'value')).toThrow(
      expect.objectContaining({ name: 'MistypedValue', message: `attribute ${message}` }),
    );
  });

  it('an object has exactly the attributes of its definition, and a state no write-only value', () => {
    const raw: RawObject = { id: 'a', previous: 'b', name: unknown, secret_wo: 'planted', stranger: 'c' };
    const plain = { id: 'a', previous: 'b', name: undefined, secret_wo: 'planted' };
    expect(toPlainObject(attributes, raw)).toStrictEqual(plain);
    const planned = { name: undefined, secret_wo: 'planted' };
    expect(toPlannedObject(attributes, name => raw[name] ?? null)).toStrictEqual(planned);
    const stored = { id: 'a', previous: 'b', name: null, secret_wo: null };
    expect(fromPlainObject(attributes, { ...plain, stranger: 'c' })).toStrictEqual(stored);
    expect(() => fromPlainObject(attributes, { id: 1 })).toThrow('attribute id must be a string');
  });
});

describe('a stored state', () => {
  const pages = { ratio: optional(number, { description }), title: optional(string, { description }) };
  const stored = { list: listOf(objectOf(pages)), name: mapOf(string), tags: setOf(string) };
  const shape = Object.fromEntries(
    Object.entries(stored).map(([name, type]) => [name, optional(type, { description })]),
  );

  it.each<[string, object, RawObject]>([
    ['has new attributes as null, and loses old ones', { other: 'y' }, {}],
    ['has them inside objects, too', { list: [{ gone: 1 }] }, { list: [{ ratio: null, title: null }] }],
    ['keeps fractions', { list: [{ ratio: 0.1, title: 'a' }] }, { list: [{ ratio: '0.1', title: 'a' }] }],
    ['keeps other values', { name: { a: 'x' }, tags: ['a'] }, { name: { a: 'x' }, tags: ['a'] }],
    ['drops what has another form', { list: [1], name: [1], tags: 'a' }, { list: [null] }],
  ])('%s', (_, json, state) => {
    expect(fromStored(shape, json)).toEqual({ list: null, name: null, tags: null, ...state });
  });

  it.each([[[]], ['a'], [null]])('that is %j is refused', json => {
    expect(() => fromStored(shape, json)).toThrow('a stored state that is not an object');
  });
});

describe('values on the wire', () => {
  const bytes = (hexadecimal: string) => ({ msgpack: Buffer.from(hexadecimal, 'hex') });
  const json = (text: string) => ({ msgpack: new Uint8Array(), json: Buffer.from(text) });

  it.each<[string, DynamicValue | undefined, RawObject | null]>([
    ['no value', undefined, null],
    ['no bytes', {}, null],
    ['empty bytes', { msgpack: new Uint8Array(), json: new Uint8Array() }, null],
    ['null', bytes('c0'), null],
    ['null in JSON', json('null'), null],
    ['an object', bytes('81a161c3'), { a: true }],
    ['an object in JSON', json('{"a":["b",null,1,false]}'), { a: ['b', null, 1, false] }],
    ['all digits of a 64-bit number', bytes('81a161cf0020000000000001'), { a: 9007199254740993n }],
  ])('%s is decoded, and its absence is seen without that', (_, value, object) => {
    expect(decodeDynamicValue(value)).toEqual(object);
    expect(isAbsent(value)).toBe(object === null);
  });

  it.each([
    ['a text', bytes('a161'), 'not an object'],
    ['a list in JSON', json('[]'), 'not an object'],
    ['a key that could change a prototype', bytes('81a95f5f70726f746f5f5fa178'), '__proto__'],
    ['such a key in JSON', json('{"a":[{"__proto__":1}]}'), '__proto__'],
    ['half a value', bytes('81a161'), 'cannot be read'],
  ])('%s is refused', (_, value, message) => {
    expect(() => decodeDynamicValue(value)).toThrow(message);
  });

  it('an unknown is msgpack extension 0 with one byte, and a refined one comes back as the bytes it was', () => {
    const written = (object: RawObject | null) => Buffer.from(encodeDynamicValue(object).msgpack ?? []);
    expect(written({ a: unknown }).toString('hex')).toBe('81a161d40000');
    const refined = encode({ a: new ExtData(12, new Uint8Array([0x81, 0x01, 0xc2])) });
    const object = decodeDynamicValue({ msgpack: refined });
    expect(object?.['a']).toBeInstanceOf(Unknown);
    expect(written(object)).toEqual(Buffer.from(refined));
  });
});
