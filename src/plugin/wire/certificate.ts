import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as der from './der';

/** A server's own certificate with its key, made for one process. */
export interface Certificate {
  der: Buffer;
  key: KeyObject;
}

const day = 24 * 60 * 60 * 1000;
const oid = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
};

/**
 * A self-signed certificate for `localhost`, the name Terraform's plugin library asks every plugin for. ECDSA
 * P-256: a tenth of the time of that library's own P-521, and accepted by it. `now` in milliseconds.
 */
export function createCertificate(now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = signedContent(publicKey.export({ type: 'spki', format: 'der' }), now);
  const signature = sign('sha256', content, privateKey);
  return { der: der.sequence(content, ecdsaWithSha256(), der.bitString(signature)), key: privateKey };
}

function signedContent(publicKey: Buffer, now: number): Buffer {
  const name = localhostName();
  return der.sequence(
    der.explicit(0, der.unsignedInteger(Buffer.of(2))),
    // A serial number must be a number nobody else has; the end of a fresh public key is one.
    der.unsignedInteger(publicKey.subarray(-16)),
    ecdsaWithSha256(),
    name,
    // The clocks are the same machine's; a minute covers one that is being set.
    // A year both ways: somebody may set the machine's clock while Terraform runs, and the process ends with it.
    der.sequence(der.time(new Date(now - 365 * day)), der.time(new Date(now + 365 * day))),
    name,
    publicKey,
    der.explicit(3, extensions()),
  );
}

function localhostName(): Buffer {
  const attribute = der.sequence(der.objectIdentifier(oid.commonName), der.utf8String('localhost'));
  return der.sequence(der.set(attribute));
}

function ecdsaWithSha256(): Buffer {
  return der.sequence(der.objectIdentifier(oid.ecdsaWithSha256));
}

function extensions(): Buffer {
  const usages = [oid.serverAuthentication, oid.clientAuthentication].map(der.objectIdentifier);
  return der.sequence(
    extension(oid.basicConstraints, true, der.sequence(der.boolean(true))),
    // digitalSignature (bit 0) and keyCertSign (bit 5): it is its own authority.
    extension(oid.keyUsage, true, der.bitString(Buffer.of(0b1000_0100), 2)),
    extension(oid.extendedKeyUsage, false, der.sequence(...usages)),
    extension(oid.subjectAlternativeName, false, der.sequence(der.implicit(2, Buffer.from('localhost')))),
  );
}

function extension(identifier: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [der.boolean(true)] : [];
  return der.sequence(der.objectIdentifier(identifier), ...flag, der.octetString(value));
}
