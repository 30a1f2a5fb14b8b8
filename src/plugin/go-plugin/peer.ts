import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Status, StatusError } from '../grpc/status';

/** Says whether the other end of a connection is the Terraform that started this process. */
export type PeerCheck = (socket: TLSSocket) => boolean;

/**
 * The check against the certificate Terraform announced in PLUGIN_CLIENT_CERT (PEM). TLS has proved by then that
 * the peer holds the key of what it showed; that it shows this very certificate is ours to compare, because
 * giving Node a `ca` would make it parse its bundled roots (19 ms at each start).
 *
 * Throws a StatusError when the announced text is no certificate. `now` in milliseconds.
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
    throw new StatusError(Status.internal, 'PLUGIN_CLIENT_CERT holds no certificate that can be read.');
  }
}
