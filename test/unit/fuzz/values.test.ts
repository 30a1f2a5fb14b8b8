import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAny, decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type Raw, Unknown, unknown } from '../../../src/plugin/values/raw';
import { fromStored } from '../../../src/plugin/values/stored';
import { svc } from '../../../src/provider';

/** Any value of Terraform's type system. A key that could change an object's prototype is refused. */
const text = fc.string({ unit: 'binary' }).filter(name => name !== '__proto__');
const raw: fc.Arbitrary<Raw> = fc.letrec<{ value: Raw }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    // msgpack's integers know no negative zero.
    fc.double({ noNaN: true }).map(number => number + 0),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constantFrom(null, unknown),
    fc.uint8Array({ maxLength: 20 }).map(bytes => new Unknown(12, bytes)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Well-formed bytes with one changed, and the rest perhaps cut off. */
const damaged = fc.tuple(raw, fc.nat(), fc.nat(255), fc.nat()).map(([value, place, byte, end]) => {
  const bytes = encodeDynamicValue(value).msgpack ?? new Uint8Array();
  const changed = Uint8Array.from(bytes, (each, at) => (at === place % bytes.length ? byte : each));
  return changed.subarray(0, Math.max(1, end % (2 * bytes.length)));
});

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
  );
});

it('any bytes in place of an object are an object, nothing or an error, and change no prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const bytes = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 300 }), damaged);
  fc.assert(
    fc.property(bytes, fc.boolean(), (received, isJson) => {
      const value = isJson ? { json: received } : { msgpack: received };
      const object = outcomeOf(() => decodeDynamicValue(value));
      expect(Object.prototype.toString.call(object)).toMatch(/^\[object (?:Object|Null|Error)\]$/);
    }),
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

it.each([
  ['an array of four billion parts', [0xdd, 0xff, 0xff, 0xff, 0xff]],
  ['a map of four billion parts', [0xdf, 0xff, 0xff, 0xff, 0xff]],
  ['an extension of four gibibytes', [0xc9, 0xff, 0xff, 0xff, 0xff, 0]],
  ['a million arrays in each other', Array<number>(1_000_000).fill(0x91)],
])('%s, of which nothing is there, is an error, and costs nothing', (_what, bytes) => {
  const before = process.memoryUsage.rss();
  expect(outcomeOf(() => decodeAny({ msgpack: Uint8Array.from(bytes) }))).toBeInstanceOf(Error);
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 2 ** 20);
});

it.each(svc.resources.map(({ name, attributes }) => [name, attributes] as const))(
  '%s: any stored state has exactly its attributes, or is an error of ours',
  (_name, attributes) => {
    const names = Object.keys(attributes);
    const stored = fc.dictionary(fc.constantFrom(...names, 'gone', '__proto__'), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), stored), value => {
        const state = outcomeOf(() => fromStored(attributes, value));
        if (state instanceof Error) expect(state.message).toMatch(/^Terraform sent /);
        else expect(Object.keys(state)).toEqual(names);
      }),
    );
  },
);
