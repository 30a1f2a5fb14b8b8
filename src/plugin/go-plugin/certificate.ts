import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as der from './der';

/** A self-signed certificate with its key, for one process. */
export interface Certificate {
  der: Buffer;
  key: KeyObject;
}

/**
 * The validity does not depend on the clock: the certificate is used only by its process, and somebody may set the
 * machine's clock while Terraform runs. This end means "no end" (RFC 5280, 4.1.2.5).
 */
const always = der.sequence(der.utcTime('700101000000Z'), der.generalizedTime('99991231235959Z'));

/** Encoded object identifiers. Encoding the dotted forms would take half a millisecond of each launch. */
const oid = {
  ecdsaWithSha256: '2a8648ce3d040302', // 1.2.840.10045.4.3.2
  commonName: '550403', // 2.5.4.3
  keyUsage: '551d0f', // 2.5.29.15
  subjectAlternativeName: '551d11', // 2.5.29.17
  basicConstraints: '551d13', // 2.5.29.19
  extendedKeyUsage: '551d25', // 2.5.29.37
  serverAuthentication: '2b06010505070301', // 1.3.6.1.5.5.7.3.1
  clientAuthentication: '2b06010505070302', // 1.3.6.1.5.5.7.3.2
};

/**
 * Creates a self-signed certificate for `localhost`, the name that Terraform's plugin library expects. ECDSA P-256
 * takes a tenth of the time of that library's own P-521, and it accepts P-256.
 */
export function createCertificate(host = 'localhost'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = signedContent(publicKey.export({ type: 'spki', format: 'der' }), host);
  const signature = sign('sha256', content, privateKey);
  return { der: der.sequence(content, ecdsaWithSha256(), der.bitString(signature)), key: privateKey };
}

function signedContent(publicKey: Buffer, host: string): Buffer {
  const name = nameOf(host);
  return der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    // A unique and positive serial number: 1 and the end of the new public key.
    der.integer(Buffer.of(1), publicKey.subarray(-16)),
    ecdsaWithSha256(),
    name,
    always,
    name,
    publicKey,
    der.explicit(3, extensions(host)),
  );
}

function nameOf(host: string): Buffer {
  const attribute = der.sequence(der.objectIdentifier(oid.commonName), der.utf8String(host));
  return der.sequence(der.set(attribute));
}

function ecdsaWithSha256(): Buffer {
  return der.sequence(der.objectIdentifier(oid.ecdsaWithSha256));
}

function extensions(host: string): Buffer {
  const usages = [oid.serverAuthentication, oid.clientAuthentication].map(der.objectIdentifier);
  return der.sequence(
    extension(oid.basicConstraints, true, der.sequence(der.yes)),
    // digitalSignature (bit 0) and keyCertSign (bit 5): the certificate is its own authority.
    extension(oid.keyUsage, true, der.bitString(Buffer.of(0b1000_0100), 2)),
    extension(oid.extendedKeyUsage, false, der.sequence(...usages)),
    extension(oid.subjectAlternativeName, false, der.sequence(der.implicit(2, Buffer.from(host)))),
  );
}

function extension(identifier: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [der.yes] : [];
  return der.sequence(der.objectIdentifier(identifier), ...flag, der.octetString(value));
}
