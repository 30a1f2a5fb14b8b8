/**
 * The few ASN.1 types a certificate is made of, written in DER (ITU-T X.690). A certificate library would cost
 * more at every start than the whole provider.
 */

const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(tag.sequence, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => element(tag.set, ...parts);
export const octetString = (content: Uint8Array): Buffer => element(tag.octetString, content);
export const utf8String = (text: string): Buffer => element(tag.utf8String, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(tag.boolean, Buffer.of(value ? 0xff : 0));

/** A bit string; the last byte's `unused` low bits do not count. */
export const bitString = (content: Uint8Array, unused = 0): Buffer =>
  element(tag.bitString, Buffer.of(unused), content);

/** `[number]` around whole elements. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  element(0xa0 | number, ...parts);

/** `[number]` in place of a primitive element's own tag. */
export const implicit = (number: number, content: Uint8Array): Buffer => element(0x80 | number, content);

/** A number from 0 up, given big-endian: DER wants it as short as can be, and no sign bit set. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex(byte => byte !== 0);
  if (start < 0) return element(tag.integer, Buffer.of(0));
  const [first = 0] = bytes.subarray(start);
  const sign = first >= 0x80 ? Buffer.of(0) : Buffer.alloc(0);
  return element(tag.integer, sign, bytes.subarray(start));
}

/** An object identifier in its dotted form, such as `2.5.4.3`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(tag.objectIdentifier, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** A moment to the second: two digits of year up to 2049, four from then on (RFC 5280, 4.1.2.5). */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
  return moment.getUTCFullYear() < 2050
    ? element(tag.utcTime, Buffer.from(digits.slice(2)))
    : element(tag.generalizedTime, Buffer.from(digits));
}

function element(identifier: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(identifier, ...lengthOf(content.length)), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest % 128) | 0x80);
  return bytes;
}
