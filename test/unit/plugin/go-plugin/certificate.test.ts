import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificate } from '../../../../src/plugin/go-plugin/certificate';

/** What Go and OpenSSL check of a certificate. gRPC's own TLS verifies one in test/protocol. */
test('a certificate made a moment ago is its own authority for localhost, and valid for ever', () => {
  const { der, key } = createCertificate();
  const certificate = new X509Certificate(der);
  expect([certificate.verify(certificate.publicKey), certificate.checkPrivateKey(key)]).toEqual([true, true]);
  expect([certificate.ca, certificate.checkIssued(certificate)]).toEqual([true, true]);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(Date.parse(certificate.validFrom)).toBeLessThanOrEqual(0);
  expect(certificate.validTo).toBe('Dec 31 23:59:59 9999 GMT');
});

/** With these lengths of a name, each element that holds it has a length of one, two and three bytes (X.690, 8.1.3). */
test.each([1, 100, 127, 128, 255, 256])('a certificate for a name of %i bytes is read', length => {
  const name = 'x'.repeat(length);
  const { subject, subjectAltName } = new X509Certificate(createCertificate(name).der);
  expect([subject, subjectAltName]).toEqual([`CN=${name}`, `DNS:${name}`]);
});
