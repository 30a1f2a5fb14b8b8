import { InvalidOption } from '../contract/invalid-option';

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Connections are made with checked certificates whatever this variable says. Whoever has set it means something
 * else, and has to be told rather than be left with a certificate that is not accepted.
 * @throws {InvalidOption} naming the variable
 */
export function demandCertificateChecks(environment: Readonly<Record<string, string | undefined>>): void {
  // Node itself knows no other value.
  if (environment[variable] !== '0') return;
  throw new InvalidOption(
    variable,
    'is 0, which would hand the credential to any server that answers; certificates are always checked. Unset it. ' +
      'To trust a private certificate authority, name a file of its certificates (PEM) in NODE_EXTRA_CA_CERTS',
  );
}
