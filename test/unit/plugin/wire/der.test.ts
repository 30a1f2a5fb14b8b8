import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as der from '../../../../src/plugin/wire/der';

test.each([
  ['zero', der.unsignedInteger(Buffer.of(0)), '020100'],
  ['no bytes at all', der.unsignedInteger(Buffer.alloc(0)), '020100'],
  ['a number with its high bit set', der.unsignedInteger(Buffer.of(0x80)), '02020080'],
  ['a number with leading zeros', der.unsignedInteger(Buffer.of(0, 0, 0x7f)), '02017f'],
  ['an identifier with a part over 127', der.objectIdentifier('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
  ['true', der.boolean(true), '0101ff'],
  ['false', der.boolean(false), '010100'],
  ['a bit string with unused bits', der.bitString(Buffer.of(0x84), 2), '03020284'],
  ['a name in place of a tag', der.implicit(2, Buffer.from('ab')), '82026162'],
  ['an empty sequence under [3]', der.explicit(3, der.sequence()), 'a3023000'],
  ['text', der.utf8String('é'), '0c02c3a9'],
  [
    'the last second with a two-digit year',
    der.time(new Date('2049-12-31T23:59:59Z')),
    '170d3439313233313233353935395a',
  ],
  [
    'the first second without',
    der.time(new Date('2050-01-01T00:00:00Z')),
    '180f32303530303130313030303030305a',
  ],
])('%s is written as X.690 says', (_, written, hexadecimal) => {
  expect(written.toString('hex')).toBe(hexadecimal);
});

test.each([
  [127, '7f'],
  [128, '8180'],
  [255, '81ff'],
  [256, '820100'],
  [65_536, '83010000'],
])('a content of %i bytes has the length %s', (size, length) => {
  const written = der.octetString(Buffer.alloc(size));
  expect(written.toString('hex', 1, written.length - size)).toBe(length);
});

test('an integer is the shortest that keeps its value and has no sign', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), bytes => {
      const content = der.unsignedInteger(bytes).subarray(2);
      const value = (some: Uint8Array) => BigInt(`0x0${Buffer.from(some).toString('hex')}`);
      expect(value(content)).toBe(value(bytes));
      expect(content[0] ?? 0xff).toBeLessThan(0x80);
      if (content.length > 1 && content[0] === 0) expect(content[1]).toBeGreaterThanOrEqual(0x80);
    }),
  );
});
