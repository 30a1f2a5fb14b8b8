import { characterOfName } from './entities';
import { covering, type Reading, rewrite, slice } from './reading';

/**
 * Ways to read a text: as it is, with escapes undone level by level, and as the bytes that its runs may stand for.
 *
 * @param depth how often bytes are found within bytes: base64 is wrapped in base64 now and then
 */
export function readingsOf(reading: Reading, depth = deepest): readonly Reading[] {
  const levels = unescaped(reading);
  const last = levels.at(-1) ?? reading;
  const folded = levels.map(folds).filter(level => !levels.includes(level));
  const sources = last === reading ? [reading] : [reading, last];
  const bytes = depth === 0 ? [] : sources.flatMap(source => bytesIn(source, depth));
  return [...levels, ...folded, ...bytes.flatMap(found => withinBytes(found, depth - 1))];
}

const deepest = 4;

/** Most bytes are noise, words that were taken for base64: encodings are looked for where a stretch of ASCII is. */
function withinBytes(bytes: Reading, depth: number): readonly Reading[] {
  return /[\x20-\x7e]{16}/.test(bytes.text) ? readingsOf(bytes, depth) : [bytes];
}

/** The last of these readings: what is left when nothing can be decoded any more. */
export function normalized(text: string): string {
  const levels = unescaped({ text });
  return folds(levels.at(-1) ?? { text }).text.trim();
}

/** JSON in JSON in JSON, or in a percent-encoded entity: more levels than this do not happen by accident. */
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

/** JSON, Go, JavaScript, Python and HCL escapes; percent-encoding; HTML entities; the doubled marks of HCL templates. */
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

/** Bytes that are no UTF-8 are taken for Latin letters. */
function textOf(bytes: readonly number[]): string {
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}

const blank = /[\s+\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** A form writes a space as a plus, and messages lose their control characters: all of these count as one space. */
const folds = (reading: Reading) => rewrite(reading, blank, ' ');

/** Bytes as one character each, from base64, hexadecimal and lists of numbers. */
function bytesIn(source: Reading, depth: number): readonly Reading[] {
  const found = [...base64In(source, depth), ...hexadecimalIn(source, depth), ...listsIn(source)];
  return found.flatMap(reading =>
    reading.text.includes('\0') ? [reading, withoutNuls(reading)] : [reading],
  );
}

/** Text in UTF-16 has a zero in every second byte. */
const withoutNuls = (reading: Reading) => rewrite(reading, /\0/g, '');

/** Shorter runs say nothing: at first, of what a secret of four characters becomes; then, of a core. */
const shortestRun = (depth: number) => (depth === deepest ? 6 : 16);

function base64In(source: Reading, depth: number): readonly Reading[] {
  const compact = rewrite(source, /\s+/g, '');
  return runsIn(compact, /[A-Za-z0-9+/_-]{6,}/g, depth).flatMap(run =>
    [0, 1, 2, 3].map(offset => decoded(slice(run, offset, run.text.length), 'base64', 4 / 3)),
  );
}

function hexadecimalIn(source: Reading, depth: number): readonly Reading[] {
  const compact = rewrite(source, /0x|[\s:,+-]+/g, '');
  return runsIn(compact, /[0-9a-fA-F]{6,}/g, depth).flatMap(run =>
    [0, 1].map(offset => decoded(slice(run, offset, run.text.length), 'hex', 2)),
  );
}

function runsIn(source: Reading, pattern: RegExp, depth: number): readonly Reading[] {
  return [...source.text.matchAll(pattern)]
    .filter(({ 0: run }) => run.length >= shortestRun(depth))
    .map(({ 0: run, index }) => slice(source, index, index + run.length));
}

/** A byte may begin and end within a character: both count as its place. */
function decoded({ text, places }: Reading, encoding: 'base64' | 'hex', charactersPerByte: number): Reading {
  const bytes = Buffer.from(text, encoding).toString('latin1');
  if (places === undefined) return { text: bytes };
  const placeOf = (_: string, index: number) => {
    const start = index * charactersPerByte;
    return covering(places, Math.floor(start), Math.min(Math.ceil(start + charactersPerByte), places.length));
  };
  return { text: bytes, places: Array.from(bytes, placeOf) };
}

function listsIn(source: Reading): readonly Reading[] {
  const runs = source.text.matchAll(/(?<!\d)(?:\d{1,3}[\s,;+]+){3,}\d{1,3}(?!\d)/g);
  return [...runs].map(({ 0: run, index }) => {
    const numbers = slice(source, index, index + run.length);
    return rewrite(numbers, /(?<byte>\d+)[\s,;+]*/g, ({ byte }) => String.fromCharCode(Number(byte) & 0xff));
  });
}
