import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Status, StatusError } from '../grpc/status';

/** Returns true if the peer of a connection is the Terraform that started this process. */
export type PeerCheck = (socket: TLSSocket) => boolean;

/**
 * Creates the check against the certificate in PLUGIN_CLIENT_CERT (PEM). TLS has already proved that the peer has
 * the key of its certificate. The certificate is compared here: with the option `ca`, Node.js would parse its
 * bundled root certificates (19 ms at each start). Its period does not count: Terraform makes one for each launch, and
 * somebody may set the machine's clock while Terraform runs.
 *
 * Throws a StatusError if the text is not a certificate.
 */
export function peerCheck(announced: string): PeerCheck {
  const { raw } = parse(announced);
  return socket => socket.getPeerX509Certificate()?.raw.equals(raw) === true;
}

function parse(announced: string): X509Certificate {
  try {
    return new X509Certificate(announced);
  } catch {
    throw new StatusError(Status.internal, 'PLUGIN_CLIENT_CERT does not contain a readable certificate.');
  }
}
