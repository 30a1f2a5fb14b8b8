import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAny, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { raw } from './arbitrary-values';
import { mutated } from './mutation';

function decoded(value: Parameters<typeof decodeAny>[0]): unknown {
  try {
    return decodeAny(value);
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('what was thrown is no error');
  }
}

describe('msgpack', () => {
  it('preserves every value', () => {
    fc.assert(
      fc.property(raw, value => {
        expect(decodeAny(encodeDynamicValue(value))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('reads any bytes as a value, or throws an error, and changes no prototype', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      raw.chain(value => mutated(encodeDynamicValue(value).msgpack ?? new Uint8Array())),
    );
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(bytes, msgpack => {
        decoded({ msgpack });
      }),
      { numRuns: 3_000 },
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
    expect(decoded({ msgpack: Uint8Array.from(bytes) })).toBeInstanceOf(Error);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
  });

  it('endless nesting is an error, not a crash', () => {
    const deep = new Uint8Array(1_000_000).fill(0x91);
    expect(decoded({ msgpack: deep })).toBeInstanceOf(Error);
    const closed = Uint8Array.from([...new Uint8Array(200_000).fill(0x91), 0xc0]);
    expect(() => decoded({ msgpack: closed })).not.toThrow();
  });
});

it('JSON: any text is a value or an error', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().chain(text => mutated(new TextEncoder().encode(text))),
  );
  fc.assert(
    fc.property(bytes, json => {
      decoded({ json });
    }),
    { numRuns: 1_000 },
  );
});
