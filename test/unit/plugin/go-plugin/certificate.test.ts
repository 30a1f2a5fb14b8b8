import { randomBytes, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Certificate, createCertificate } from '../../../../src/plugin/go-plugin/certificate';
import { pemOf } from '../../../../src/plugin/go-plugin/pem';

/** What Go and OpenSSL check of a certificate, here of one made a moment ago. gRPC's own TLS verifies one in test/protocol. */
function faultsOf(made: Certificate): string[] {
  const pem = pemOf(made.der);
  const certificate = new X509Certificate(pem);
  const checks: [string, boolean][] = [
    ['the PEM text holds other bytes', certificate.raw.equals(made.der)],
    ['the PEM text has a blank line', !/\n\n/.test(pem)],
    ['it is not signed by itself', certificate.verify(certificate.publicKey)],
    ['its key does not belong to it', certificate.checkPrivateKey(made.key)],
    ['it is not for localhost', certificate.checkHost('localhost') === 'localhost'],
    ['it is no authority for itself', certificate.ca],
    ['it did not issue itself', certificate.checkIssued(certificate)],
    ['it is not valid at the first moment of its period', Date.parse(certificate.validFrom) <= 0],
    ['it is not valid for ever', certificate.validTo === 'Dec 31 23:59:59 9999 GMT'],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}

/** Lengths that vary in a certificate are rows of der.test.ts. */
test('a certificate is valid', () => {
  expect(faultsOf(createCertificate())).toEqual([]);
});

test.each([1, 47, 48, 49, 95, 96, 97, 384])(
  '%i bytes become PEM text that every parser accepts, without a blank line',
  size => {
    const bytes = randomBytes(size);
    const lines = pemOf(bytes).split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, -1)).not.toContain('');
    expect(lines.every(line => line.length <= 64)).toBe(true);
    expect(Buffer.from(lines.slice(1, -2).join(''), 'base64').equals(bytes)).toBe(true);
  },
);
