/**
 * Converts DER to PEM. Lines are matched, not split: base64 with a length divisible by 64 must not end in a blank
 * line.
 */
export function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
