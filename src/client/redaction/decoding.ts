import { base32Digits } from './base32';
import { characterOfName } from './entities';
import { covering, type Reading, rewrite, slice } from './reading';

/**
 * Returns all readings of a text: the text itself, the text after each level of unescaping, and the bytes that
 * parts of it may encode.
 *
 * @param depth how often to search for bytes within bytes: base64 inside base64 occurs
 */
export function readingsOf(reading: Reading, depth = deepest): readonly Reading[] {
  const levels = unescaped(reading);
  const last = levels.at(-1) ?? reading;
  const folded = levels.map(collapseBlanks).filter(level => !levels.includes(level));
  const sources = last === reading ? [reading] : [reading, last];
  const bytes = depth === 0 ? [] : sources.flatMap(source => bytesIn(source, depth));
  return [...levels, ...folded, ...bytes.flatMap(found => withinBytes(found, depth - 1))];
}

const deepest = 4;

/** Decoded bytes are searched again only if they contain a run of ASCII. Most are noise: words mistaken for base64. */
function withinBytes(bytes: Reading, depth: number): readonly Reading[] {
  return /[\x20-\x7e]{16}/.test(bytes.text) ? readingsOf(bytes, depth) : [bytes];
}

/** Returns the last reading: nothing in it can be unescaped further. */
export function normalized(text: string): string {
  const levels = unescaped({ text });
  return collapseBlanks(levels.at(-1) ?? { text }).text.trim();
}

/** JSON in JSON in JSON, or in a percent-encoded entity. More levels do not occur by accident. */
const mostLevels = 6;

function unescaped(reading: Reading): readonly Reading[] {
  const levels = [reading];
  for (let level = 1; level < mostLevels; level += 1) {
    const before = levels.at(-1) ?? reading;
    const after = rewrite(before, escapeSequence, decodeEscape);
    if (after === before) break;
    levels.push(after);
  }
  return levels;
}

/**
 * Escapes of JSON, Go, JavaScript, Python and HCL; percent-encoding; HTML entities; `$${` and `%%{` of HCL
 * templates.
 */
const escapeSequence = new RegExp(
  [
    '\\\\u\\{(?<braced>[0-9a-fA-F]{1,6})\\}',
    '\\\\U(?<long>[0-9a-fA-F]{8})',
    '\\\\u(?<unit>[0-9a-fA-F]{4})',
    '(?<hexadecimal>(?:\\\\x[0-9a-fA-F]{2})+)',
    '(?<octal>(?:\\\\[0-3][0-7]{2})+)',
    '\\\\(?<letter>[^])',
    '(?<percent>(?:%[0-9a-fA-F]{2})+)',
    '&#[xX](?<hexEntity>[0-9a-fA-F]{1,6});?',
    '&#(?<decimalEntity>[0-9]{1,7});?',
    `&(?<name>${[...characterOfName.keys()].join('|')});`,
    '\\$(?=\\$\\{)|%(?=%\\{)',
  ].join('|'),
  'g',
);

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001b',
  0: '\0',
};

function decodeEscape(groups: Readonly<Record<string, string | undefined>>): string {
  const { hexadecimal, octal, letter, percent, decimalEntity, name } = groups;
  const code = groups['braced'] ?? groups['long'] ?? groups['unit'] ?? groups['hexEntity'];
  if (code !== undefined) return character(Number.parseInt(code, 16));
  if (decimalEntity !== undefined) return character(Number(decimalEntity));
  if (letter !== undefined) return letters[letter] ?? letter;
  if (name !== undefined) return characterOfName.get(name) ?? '';
  if (percent !== undefined) return textOf(numbersIn(percent, '%', 16));
  if (hexadecimal !== undefined) return textOf(numbersIn(hexadecimal, '\\x', 16));
  return octal === undefined ? '' : textOf(numbersIn(octal, '\\', 8));
}

const character = (code: number) => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));

function numbersIn(run: string, separator: string, base: number): readonly number[] {
  return run
    .split(separator)
    .slice(1)
    .map(digits => Number.parseInt(digits, base));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes that are not UTF-8 are read as Latin-1. */
function textOf(bytes: readonly number[]): string {
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}

const blank = /[\s+\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Replaces blanks by one space: a form encodes a space as a plus, and messages lose their control characters. */
const collapseBlanks = (reading: Reading) => rewrite(reading, blank, ' ');

/** Decodes base64, base32, hexadecimal and lists of numbers. Each byte becomes one character. */
function bytesIn(source: Reading, depth: number): readonly Reading[] {
  const found = [
    ...base64In(source, depth),
    ...base32In(source),
    ...hexadecimalIn(source, depth),
    ...listsIn(source),
  ];
  return found.flatMap(reading =>
    reading.text.includes('\0') ? [reading, withoutNuls(reading)] : [reading],
  );
}

/** Removes the zeros of UTF-16, where every second byte is zero. */
const withoutNuls = (reading: Reading) => rewrite(reading, /\0/g, '');

/** Shorter runs are skipped. At the first level, 6 characters can encode a secret of four. Deeper, only cores count. */
const shortestRun = (depth: number) => (depth === deepest ? 6 : 16);

function base64In(source: Reading, depth: number): readonly Reading[] {
  const compact = rewrite(source, /\s+/g, '');
  return runsIn(compact, /[A-Za-z0-9+/_-]{6,}/g, depth).flatMap(run =>
    [0, 1, 2, 3].map(offset => decoded(slice(run, offset, run.text.length), bytesOf('base64'), 4 / 3)),
  );
}

/**
 * Eight characters encode five bytes, so each offset within them is tried. Runs of one case alone: others are words and
 * base64. A secret of fewer than ten bytes is found by its encodings.
 */
function base32In(source: Reading): readonly Reading[] {
  const runs = [...source.text.matchAll(/[A-Z2-7]{16,}|[a-z2-7]{16,}/g)];
  return runs.flatMap(({ 0: run, index }) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(offset =>
      decoded(slice(source, index + offset, index + run.length), bytesOfBase32, 8 / 5),
    ),
  );
}

function hexadecimalIn(source: Reading, depth: number): readonly Reading[] {
  const compact = rewrite(source, /0x|[\s:,+-]+/g, '');
  return runsIn(compact, /[0-9a-fA-F]{6,}/g, depth).flatMap(run =>
    [0, 1].map(offset => decoded(slice(run, offset, run.text.length), bytesOf('hex'), 2)),
  );
}

function runsIn(source: Reading, pattern: RegExp, depth: number): readonly Reading[] {
  return [...source.text.matchAll(pattern)]
    .filter(({ 0: run }) => run.length >= shortestRun(depth))
    .map(({ 0: run, index }) => slice(source, index, index + run.length));
}

/** A byte may start and end inside a character. Its place covers both characters. */
function decoded(
  { text, places }: Reading,
  decode: (text: string) => Buffer,
  charactersPerByte: number,
): Reading {
  const bytes = decode(text).toString('latin1');
  if (places === undefined) return { text: bytes };
  const placeOf = (_: string, index: number) => {
    const start = index * charactersPerByte;
    return covering(places, Math.floor(start), Math.min(Math.ceil(start + charactersPerByte), places.length));
  };
  return { text: bytes, places: Array.from(bytes, placeOf) };
}

const bytesOf = (encoding: 'base64' | 'hex') => (text: string) => Buffer.from(text, encoding);

/** Returns the whole bytes: bits that are left at the end belong to no byte. */
function bytesOfBase32(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let count = 0;
  let length = 0;
  for (const digit of text.toUpperCase()) {
    bits = ((bits << 5) | base32Digits.indexOf(digit)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[length] = bits >> count;
    length += 1;
  }
  return bytes;
}

function listsIn(source: Reading): readonly Reading[] {
  const runs = source.text.matchAll(/(?<!\d)(?:\d{1,3}[\s,;+]+){3,}\d{1,3}(?!\d)/g);
  return [...runs].map(({ 0: run, index }) => {
    const numbers = slice(source, index, index + run.length);
    return rewrite(numbers, /(?<byte>\d+)[\s,;+]*/g, ({ byte }) => String.fromCharCode(Number(byte) & 0xff));
  });
}
