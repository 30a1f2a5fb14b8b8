import { toUSVString } from 'node:util';

/** A way to encode a text so that programs or people can decode it. */
export interface Encoding {
  readonly name: string;
  readonly encode: (text: string) => string;
  /** Encodes the text between other characters, for encodings that depend on them. @default `encode` */
  readonly embed?: (text: string) => string;
}

/** Encodings in which a platform, a gateway or a log may repeat a secret, without those that a redactor sees as one of these. */
export const encodings: readonly Encoding[] = [
  { name: 'raw', encode: text => text },
  ...escapes(),
  ...percent(),
  ...entities(),
  ...binary(),
];

function escapes(): readonly Encoding[] {
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const ascii = (text: string) => json(text).replace(/[^\x20-\x7e]/g, unit => `\\u${hex(unit, 4)}`);
  const html = (text: string) => text.replace(/[<>&'\u2028\u2029]/g, unit => `\\u${hex(unit, 4)}`);
  return [
    { name: 'JSON', encode: json },
    { name: 'JSON in ASCII', encode: ascii },
    { name: 'JSON as Go writes it', encode: text => html(json(text)).replaceAll('\\u0027', "'") },
    { name: 'JSON, every character', encode: text => each(text, unit => `\\u${hex(unit, 4)}`) },
    { name: 'Go, quoted', encode: text => goQuoted(json(text)) },
    { name: 'HCL', encode: text => json(text).replace(/[$%](?=\{)/g, '$&$&') },
    { name: 'bytes as \\x', encode: text => ofBytes(text, byte => `\\x${hexOf(byte)}`) },
    {
      name: 'bytes in octal',
      encode: text => ofBytes(text, byte => `\\${byte.toString(8).padStart(3, '0')}`),
    },
  ];
}

function percent(): readonly Encoding[] {
  const component = (text: string) => encodeURIComponent(toUSVString(text));
  const form = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return [
    { name: 'percent', encode: component },
    { name: 'form', encode: form },
    { name: 'percent, every byte', encode: text => ofBytes(text, byte => `%${hexOf(byte).toUpperCase()}`) },
    { name: 'percent, every byte, lower case', encode: text => ofBytes(text, byte => `%${hexOf(byte)}`) },
  ];
}

function entities(): readonly Encoding[] {
  const names = new Map(Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }));
  const decimal = (character: string) => `&#${character.codePointAt(0)};`;
  const hexadecimal = (character: string) => `&#x${character.codePointAt(0)?.toString(16)};`;
  return [
    { name: 'HTML', encode: text => text.replace(/[&<>"]/g, character => `&${names.get(character)};`) },
    { name: 'HTML, decimal', encode: text => text.replace(/[&<>"']|[^\x20-\x7e]/gu, decimal) },
    { name: 'HTML, every character', encode: text => text.replace(/./gsu, decimal) },
    { name: 'HTML, every character, hexadecimal', encode: text => text.replace(/./gsu, hexadecimal) },
  ];
}

function binary(): readonly Encoding[] {
  const buffer = (text: string) => Buffer.from(text);
  return [
    ...[0, 1, 2].flatMap(shifted),
    { name: 'base64 in base64', encode: text => inBase64(inBase64(text)) },
    { name: 'base32', encode: text => encodeBase32(buffer(text)) },
    { name: 'base32, lower case', encode: text => encodeBase32(buffer(text)).toLowerCase() },
    { name: 'base64 of UTF-16', encode: text => Buffer.from(text, 'utf16le').toString('base64') },
    { name: 'hexadecimal', encode: text => buffer(text).toString('hex') },
    { name: 'hexadecimal, upper case', encode: text => buffer(text).toString('hex').toUpperCase() },
    { name: 'hexadecimal in base64', encode: text => inBase64(buffer(text).toString('hex')) },
    { name: 'hexadecimal of UTF-16', encode: text => Buffer.from(text, 'utf16le').toString('hex') },
    { name: 'hexadecimal, spaced', encode: text => [...buffer(text)].map(hexOf).join(' ') },
    { name: 'hexadecimal, with colons', encode: text => [...buffer(text)].map(hexOf).join(':') },
    { name: 'list of bytes', encode: text => [...buffer(text)].join(',') },
    { name: 'list of bytes, spaced', encode: text => [...buffer(text)].join(' ') },
  ];
}

function shifted(shift: number): readonly Encoding[] {
  const embed = (text: string) => inBase64(`${'user:'.slice(0, 3 + shift)}${text}:end`);
  const encode = (text: string) => base64(Buffer.from(text), shift);
  return [
    { name: `base64, ${shift} bytes off`, encode, embed },
    {
      name: `base64url, ${shift} bytes off`,
      encode: text => urlSafe(encode(text)),
      embed: text => urlSafe(embed(text)),
    },
  ];
}

/**
 * Encodes bytes in base64 after `shift` other bytes. Base64 encodes three bytes in four characters, so a text has
 * three encodings, depending on the bytes before it. The first and last characters also contain bits of those
 * neighbours, and are cut off.
 */
function base64(bytes: Buffer, shift: number): string {
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  const whole = shifted.subarray(0, shifted.length - (shifted.length % 3)).toString('base64');
  return whole.slice(shift === 0 ? 0 : 4);
}

/** RFC 4648, section 6. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map(group => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
const hex = (unit: string, length: number) => unit.charCodeAt(0).toString(16).padStart(length, '0');
const each = (text: string, encode: (unit: string) => string) => text.split('').map(encode).join('');
const ofBytes = (text: string, encode: (byte: number) => string) =>
  [...Buffer.from(text)].map(encode).join('');

/** Go's strconv escapes characters below U+0020 as `\x1b`, where JSON has `\u001b`. Two of them have letters. */
const goQuoted = (quoted: string) =>
  quoted
    .replaceAll('\\u0007', '\\a')
    .replaceAll('\\u000b', '\\v')
    .replace(/\\u00([01][0-9a-f])/g, '\\x$1');
