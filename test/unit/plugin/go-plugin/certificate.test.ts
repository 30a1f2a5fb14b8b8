import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Certificate, createCertificate } from '../../../../src/plugin/go-plugin/certificate';

/** What Go and OpenSSL check of a certificate, here of one made a moment ago. gRPC's own TLS verifies one in test/protocol. */
function faultsOf(made: Certificate): string[] {
  const certificate = new X509Certificate(made.der);
  const checks: [string, boolean][] = [
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

test('a certificate is valid', () => {
  expect(faultsOf(createCertificate())).toEqual([]);
});

/** With these lengths of a name, each element that holds it has a length of one, two and three bytes (X.690, 8.1.3). */
test.each([1, 100, 127, 128, 255, 256])('a certificate for a name of %i bytes is read', length => {
  const name = 'x'.repeat(length);
  const { subject, subjectAltName } = new X509Certificate(createCertificate(name).der);
  expect([subject, subjectAltName]).toEqual([`CN=${name}`, `DNS:${name}`]);
});
