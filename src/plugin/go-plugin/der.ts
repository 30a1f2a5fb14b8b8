/**
 * The ASN.1 types of a certificate, encoded in DER (ITU-T X.690). Loading a certificate library would take longer
 * at every start than the whole provider.
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
export const yes = element(tag.boolean, Buffer.of(0xff));

/** A bit string. The last `unused` bits of the last byte do not count. */
export const bitString = (content: Uint8Array, unused = 0): Buffer =>
  element(tag.bitString, Buffer.of(unused), content);

/** A context-specific tag `[number]` around complete elements. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  element(0xa0 | number, ...parts);

/** A context-specific tag `[number]` instead of a primitive element's own tag. */
export const implicit = (number: number, content: Uint8Array): Buffer => element(0x80 | number, content);

/** An integer from its bytes, big-endian and without padding. The first bit is the sign. */
export const integer = (...bytes: readonly Uint8Array[]): Buffer => element(tag.integer, ...bytes);

/** @param content the encoded identifier, in hexadecimal digits */
export const objectIdentifier = (content: string): Buffer =>
  element(tag.objectIdentifier, Buffer.from(content, 'hex'));

/** Times in X.509 format: a two-digit year up to 2049, four digits after that (RFC 5280, 4.1.2.5). */
export const utcTime = (moment: string): Buffer => element(tag.utcTime, Buffer.from(moment));
export const generalizedTime = (moment: string): Buffer => element(tag.generalizedTime, Buffer.from(moment));

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
