import { expect, it } from 'vitest';
import { canonicalAddress } from '../../../src/client/contract/canonical-address';

it.each([
  ['https://a.example', 'https://a.example/'],
  ['HTTPS://A.Example:443/', 'https://a.example/'],
  ['http://a.example:80/', 'http://a.example/'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
  ['https://a.example/x/../\u00e4?q=\u00e4#\u00e4', 'https://a.example/%c3%a4?q=%c3%a4#%c3%a4'],
  ['https://a.example/%7Eann/%61', 'https://a.example/~ann/a'],
])('%s and %s are one address', (one, other) => {
  expect(canonicalAddress(one)).toBe(canonicalAddress(other));
});

it.each([
  ['https://a.example/x', 'https://a.example/X'],
  ['https://a.example/x', 'https://a.example/x/'],
  ['https://a.example/x', 'https://a.example/x?'],
  ['https://a.example/x?a=1&b=2', 'https://a.example/x?b=2&a=1'],
  ['https://a.example/a%2Fb', 'https://a.example/a/b'],
  ['https://a.example:8443/', 'https://a.example/'],
  // Programs do not agree on where the host of these ends.
  ['https://a.example\\@b.example/', 'https://a.example/@b.example/'],
  ['https:///a.example/', 'https://a.example/'],
  ['https://a.ex\tample/', 'https://a.example/'],
  [' https://a.example/', 'https://a.example/'],
])('%s and %s are two', (one, other) => {
  expect(canonicalAddress(one)).not.toBe(canonicalAddress(other));
});

it.each([undefined, null, 7, 'no address', 'https://['])('%j stays as it is', value => {
  expect(canonicalAddress(value)).toBe(value);
});

it('the last of thousands of addresses is read as the first: URL.canParse of Node.js 20 refuses an ä from the 2,000th on', () => {
  const read = Array.from({ length: 10_000 }, () => canonicalAddress('https://b\u00fccher.example/'));
  expect(new Set(read)).toEqual(new Set(['https://xn--bcher-kva.example/']));
});
