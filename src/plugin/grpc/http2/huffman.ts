import { ConnectionError } from './protocol';

/**
 * The symbols of HPACK's Huffman code by code length in bits, as strings of the symbols (RFC 7541, appendix B).
 * The code is canonical: codes of one length are consecutive in the order of their symbols. The first one follows
 * the last shorter code, extended. So the lengths define the code.
 */
const symbolsByLength: Readonly<Record<number, string>> = {
  5: '012aceiost',
  6: ' %-./3456789=A_bdfghlmnpru',
  7: ':BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz',
  8: '&*,;XZ',
  10: '!"()?',
  11: "'+|",
  12: '#>',
  13: '\0$@[]~',
  14: '^}',
  15: '<`{',
  19: '\\\xc3\xd0',
  20: '\x80\x82\x83\xa2\xb8\xc2\xe0\xe2',
  21: '\x99\xa1\xa7\xac\xb0\xb1\xb3\xd1\xd8\xd9\xe3\xe5\xe6',
  22: '\x81\x84\x85\x86\x88\x92\x9a\x9c\xa0\xa3\xa4\xa9\xaa\xad\xb2\xb5\xb9\xba\xbb\xbd\xbe\xc4\xc6\xe4\xe8\xe9',
  23: '\x01\x87\x89\x8a\x8b\x8c\x8d\x8f\x93\x95\x96\x97\x98\x9b\x9d\x9e\xa5\xa6\xa8\xae\xaf\xb4\xb6\xb7\xbc\xbf\xc5\xe7\xef',
  24: '\t\x8e\x90\x91\x94\x9f\xab\xce\xd7\xe1\xec\xed',
  25: '\xc7\xcf\xea\xeb',
  26: '\xc0\xc1\xc8\xc9\xca\xcd\xd2\xd5\xda\xdb\xee\xf0\xf2\xf3\xff',
  27: '\xcb\xcc\xd3\xd4\xd6\xdd\xde\xdf\xf1\xf4\xf5\xf6\xf7\xf8\xfa\xfb\xfc\xfd\xfe',
  28: '\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f\xdc\xf9',
  30: '\n\r\x16',
};

const longestCode = 30;

/** For each length: the symbols, and the code of the first one as a number. */
const codes = canonicalCodes();

function canonicalCodes(): readonly { symbols: string; first: number }[] {
  const table: { symbols: string; first: number }[] = [];
  let next = 0;
  for (let length = 0; length <= longestCode; length += 1) {
    const symbols = symbolsByLength[length] ?? '';
    table.push({ symbols, first: next });
    next = (next + symbols.length) * 2;
  }
  return table;
}

/** Decodes Huffman-coded bytes. Throws a ConnectionError for invalid codes or padding. */
export function decodeHuffman(bytes: Uint8Array): string {
  let text = '';
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = code * 2 + ((byte >> bit) & 1);
      length += 1;
      const symbol = symbolOf(code, length);
      if (symbol === undefined) continue;
      text += symbol;
      code = 0;
      length = 0;
    }
  }
  // Padding consists of ones, the start of the end-of-string code, and is shorter than a byte (RFC 7541, 5.2).
  if (length > 7 || code !== 2 ** length - 1) throw invalid();
  return text;
}

function symbolOf(code: number, length: number): string | undefined {
  const entry = codes[length];
  // Only the end-of-string code is longer than all symbols, and it must not be sent.
  if (entry === undefined) throw invalid();
  return entry.symbols[code - entry.first];
}

function invalid(): ConnectionError {
  return new ConnectionError('a header is not valid Huffman code (HPACK)');
}
