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

/** Lengths that vary in a certificate are rows of der.test.ts. */
test('a certificate is valid', () => {
  expect(faultsOf(createCertificate())).toEqual([]);
});
