import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeaderDecoder } from '../../../../../src/plugin/grpc/http2/header-decoder';
import { encodeHeaders } from '../../../../../src/plugin/grpc/http2/header-encoder';
import { ConnectionError } from '../../../../../src/plugin/grpc/http2/protocol';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const decodeAll = (blocks: readonly string[]) => {
  const decoder = new HeaderDecoder();
  return blocks.map(block => Object.fromEntries(decoder.decode(bytes(block))));
};

const first = { ':method': 'GET', ':scheme': 'http', ':path': '/', ':authority': 'www.example.com' };
const requests = [
  first,
  { ...first, 'cache-control': 'no-cache' },
  { ...first, ':scheme': 'https', ':path': '/index.html', 'custom-key': 'custom-value' },
];

/** The examples of RFC 7541, appendix C: three requests on one connection. */
test.each([
  [
    'written out (C.3)',
    [
      '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '8286 84be 5808 6e6f 2d63 6163 6865',
      '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
    ],
  ],
  [
    'in the Huffman code (C.4)',
    [
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ],
  ],
])('three requests in a row are read as the standard says: %s', (_, blocks) => {
  expect(decodeAll(blocks)).toEqual(requests);
});

test('a table that the peer shrinks drops the oldest headers; it may set the standard size, also later', () => {
  expect(decodeAll(['3fe11f'])).toEqual([{}]);
  const remember = '40 01 61 01 31 40 01 62 01 32';
  // 34 bytes are room for one of the two entries, 68 for both.
  expect(decodeAll([remember, '3f03 be'])).toEqual([{ a: '1', b: '2' }, { b: '2' }]);
  expect(decodeAll([remember, '3f25 bf'])).toEqual([{ a: '1', b: '2' }, { a: '1' }]);
  expect(decodeAll(['20 3fe11f', remember, 'bf'])).toEqual([{}, { a: '1', b: '2' }, { a: '1' }]);
  expect(() => decodeAll([remember, '3f24 bf'])).toThrow(ConnectionError);
  expect(() => decodeAll([remember, '3f03 bf'])).toThrow(ConnectionError);
  expect(() => decodeAll([remember, '20 be'])).toThrow(ConnectionError);
});

test.each([
  ['it refers to a header that was not sent', 'be'],
  ['it names the header of number 0', '80'],
  ['a text is cut off', '00 05 61'],
  ['a number is cut off', 'ff'],
  ['a number has no end', 'ff ffff ffff ffff'],
  ['it sets a larger table than was announced', '3f e2 1f'],
  ['its Huffman padding is longer than a byte', '00 82 1fff 00'],
  ['its Huffman padding is not all ones', '00 81 18 00'],
  ['it holds the Huffman code that ends a text', '00 84 ffff ffff 00'],
])('a block must be refused when %s', (_, block) => {
  expect(() => decodeAll([block])).toThrow(ConnectionError);
});

test('decoding restores every encoded text, of any length', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
    maxLength: 400,
  });
  fc.assert(
    fc.property(fc.dictionary(text, text, { noNullPrototype: true }), headers => {
      const decoded = new HeaderDecoder().decode(encodeHeaders(headers));
      expect(Object.fromEntries(decoded)).toEqual(headers);
    }),
  );
});
