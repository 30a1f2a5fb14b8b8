import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Status, StatusError } from '../grpc/status';

/** Returns true if the peer of a connection is the Terraform that started this process. */
export type PeerCheck = (socket: TLSSocket) => boolean;

/**
 * Creates the check against the certificate in PLUGIN_CLIENT_CERT (PEM). TLS has already proved that the peer has
 * the key of its certificate. The certificate is compared here: with the option `ca`, Node.js would parse its
 * bundled root certificates (19 ms at each start).
 *
 * Throws a StatusError if the text is not a certificate. `now` in milliseconds.
 */
export function peerCheck(announced: string, now: () => number): PeerCheck {
  const expected = parse(announced);
  const from = Date.parse(expected.validFrom);
  const to = Date.parse(expected.validTo);
  return socket => {
    const shown = socket.getPeerX509Certificate();
    const moment = now();
    return shown?.raw.equals(expected.raw) === true && moment >= from && moment <= to;
  };
}

function parse(announced: string): X509Certificate {
  try {
    return new X509Certificate(announced);
  } catch {
    throw new StatusError(Status.internal, 'PLUGIN_CLIENT_CERT does not contain a readable certificate.');
  }
}
