import { expect, test } from 'vitest';
import * as der from '../../../../src/plugin/go-plugin/der';

/** Other parts are checked in the whole certificate, in certificate.test.ts. */
test('a number in two pieces, and a text, are written as X.690 says', () => {
  expect(der.integer(Buffer.of(1), Buffer.of(0xff)).toString('hex')).toBe('020201ff');
  expect(der.utf8String('é').toString('hex')).toBe('0c02c3a9');
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
