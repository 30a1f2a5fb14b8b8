import { expect, test } from 'vitest';
import * as der from '../../../../src/plugin/go-plugin/der';

test.each([
  ['a number in two pieces', der.integer(Buffer.of(1), Buffer.of(0xff)), '020201ff'],
  ['an identifier', der.objectIdentifier('2a8648ce3d040302'), '06082a8648ce3d040302'],
  ['true', der.yes, '0101ff'],
  ['a bit string with unused bits', der.bitString(Buffer.of(0x84), 2), '03020284'],
  ['a name in place of a tag', der.implicit(2, Buffer.from('ab')), '82026162'],
  ['an empty sequence under [3]', der.explicit(3, der.sequence()), 'a3023000'],
  ['text', der.utf8String('é'), '0c02c3a9'],
  ['the last second with a two-digit year', der.utcTime('491231235959Z'), '170d3439313233313233353935395a'],
  ['the first second without', der.generalizedTime('20500101000000Z'), '180f32303530303130313030303030305a'],
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
