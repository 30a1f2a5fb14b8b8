import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAny, decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { fromStored } from '../../../src/plugin/values/stored';
import { svc } from '../../../src/provider';
import { raw } from './arbitrary-values';
import { mutated } from './mutation';

function outcomeOf<Value>(action: () => Value): Value | Error {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('what was thrown is no error');
  }
}

it('msgpack preserves every value', () => {
  fc.assert(
    fc.property(raw, value => {
      expect(decodeAny(encodeDynamicValue(value))).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

it('any bytes in place of an object are an object, nothing or an error, and change no prototype', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }),
    raw.chain(value => mutated(encodeDynamicValue(value).msgpack ?? new Uint8Array())),
  );
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(bytes, fc.boolean(), (received, isJson) => {
      const value = isJson ? { json: received } : { msgpack: received };
      const object = outcomeOf(() => decodeDynamicValue(value));
      expect(Object.prototype.toString.call(object)).toMatch(/^\[object (?:Object|Null|Error)\]$/);
    }),
    { numRuns: 1000 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

it.each([
  ['an array', [0xdd, 0xff, 0xff, 0xff, 0xff]],
  ['a map', [0xdf, 0xff, 0xff, 0xff, 0xff]],
  ['a text', [0xdb, 0xff, 0xff, 0xff, 0xff]],
  ['bytes', [0xc6, 0xff, 0xff, 0xff, 0xff]],
  ['an extension', [0xc9, 0xff, 0xff, 0xff, 0xff, 0]],
])('%s that claims four billion parts and has none costs nothing', (_what, bytes) => {
  const before = process.memoryUsage.rss();
  expect(outcomeOf(() => decodeAny({ msgpack: Uint8Array.from(bytes) }))).toBeInstanceOf(Error);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
});

it('endless nesting is an error, not a crash', () => {
  const deep = new Uint8Array(1_000_000).fill(0x91);
  expect(outcomeOf(() => decodeAny({ msgpack: deep }))).toBeInstanceOf(Error);
});

it.each(svc.resources.map(resource => [resource.name, resource] as const))(
  '%s: any stored state has exactly its attributes, or is an error',
  (_name, { attributes }) => {
    const names = Object.keys(attributes);
    const stored = fc.dictionary(fc.constantFrom(...names, 'gone', '__proto__'), fc.jsonValue());
    const json = fc.oneof(
      fc.json(),
      stored.map(object => JSON.stringify(object)),
    );
    fc.assert(
      fc.property(json, text => {
        const state = outcomeOf(() => fromStored(attributes, JSON.parse(text)));
        if (state instanceof Error) expect(state.message).toMatch(/^Terraform sent /);
        else expect(Object.keys(state)).toEqual(names);
      }),
    );
  },
);
