import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A self-signed certificate with its key, for one process. */
export interface Certificate {
  der: Buffer;
  key: KeyObject;
}

/** DER (ITU-T X.690): a certificate library would take longer at every start than the whole provider. */
const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  extensions: 0xa3,
} as const;

const encoded = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** What all certificates share is written as its bytes. Encoding the dotted identifiers would take half a millisecond. */
const version3 = encoded('a003 020102');
const ecdsaWithSha256 = encoded('300a 06082a8648ce3d040302'); // 1.2.840.10045.4.3.2
const commonName = encoded('0603550403'); // 2.5.4.3
const subjectAlternativeName = encoded('0603551d11'); // 2.5.29.17
/** Critical: the certificate is its own authority. */
const basicConstraints = encoded('300f 0603551d13 0101ff 0405 30030101ff'); // 2.5.29.19
/** Critical: digitalSignature (bit 0) and keyCertSign (bit 5). */
const keyUsage = encoded('300e 0603551d0f 0101ff 0404 03020284'); // 2.5.29.15
/** For servers and clients (1.3.6.1.5.5.7.3.1 and 2). */
const extendedKeyUsage = encoded('301d 0603551d25 0416 3014 06082b06010505070301 06082b06010505070302'); // 2.5.29.37

/**
 * The validity does not depend on the clock: the certificate is used only by its process, and somebody may set the
 * machine's clock while Terraform runs. This end means "no end" (RFC 5280, 4.1.2.5).
 */
const always = sequence(
  element(tag.utcTime, Buffer.from('700101000000Z')),
  element(tag.generalizedTime, Buffer.from('99991231235959Z')),
);

/**
 * Creates a self-signed certificate for `localhost`, the name that Terraform's plugin library expects. ECDSA P-256
 * takes a tenth of the time of that library's own P-521, and it accepts P-256.
 */
export function createCertificate(host = 'localhost'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = signedContent(publicKey.export({ type: 'spki', format: 'der' }), Buffer.from(host));
  const signature = element(tag.bitString, Buffer.of(0), sign('sha256', content, privateKey));
  return { der: sequence(content, ecdsaWithSha256, signature), key: privateKey };
}

function signedContent(publicKey: Buffer, host: Buffer): Buffer {
  const name = sequence(element(tag.set, sequence(commonName, element(tag.utf8String, host))));
  const names = element(tag.octetString, sequence(element(tag.dnsName, host)));
  const extensions = [basicConstraints, keyUsage, extendedKeyUsage, sequence(subjectAlternativeName, names)];
  return sequence(
    version3,
    // A unique and positive serial number: 1 and the end of the new public key.
    element(tag.integer, Buffer.of(1), publicKey.subarray(-16)),
    ecdsaWithSha256,
    name,
    always,
    name,
    publicKey,
    element(tag.extensions, sequence(...extensions)),
  );
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(tag.sequence, ...parts);
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
