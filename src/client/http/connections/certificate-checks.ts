import { InvalidOption } from '../../contract/invalid-option';

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Rejects an environment that switches certificate checks off. The client checks certificates in any case. Without
 * this error, a user who relies on the variable would only see that a certificate is not accepted.
 * @throws {InvalidOption} naming the variable
 */
export function demandCertificateChecks(environment: Readonly<Record<string, string | undefined>>): void {
  // Node.js ignores every other value, too.
  if (environment[variable] !== '0') return;
  throw new InvalidOption(
    variable,
    'is 0, which would send the credential to any server that answers. Certificates are always ' +
      'checked. Unset it. To trust a private certificate authority, name a file with its certificates ' +
      '(PEM) in NODE_EXTRA_CA_CERTS',
  );
}
