import { constants } from 'node:crypto';
import type { Server, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate';
import type { PeerCheck } from './peer';
import { pemOf } from './pem';

export interface TlsServerOptions {
  certificate: Certificate;
  isTrusted: PeerCheck;
  /** Gets each connection that has shown the announced certificate; the others are closed unread. */
  admit: (socket: TLSSocket) => void;
}

/**
 * Mutual TLS as Terraform's plugin library wants it. It listens nowhere: pass each connection with
 * `emit('connection', socket)`. Node's `tls` is loaded here, after the handshake line.
 */
export async function createTlsServer({ certificate, isTrusted, admit }: TlsServerOptions): Promise<Server> {
  const { createServer } = await import('node:tls');
  const server = createServer({
    cert: pemOf(certificate.der),
    key: certificate.key.export({ type: 'pkcs8', format: 'pem' }),
    // Not absent: without it Node parses its bundled roots. The peer is compared, not looked up.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    // What every Terraform since 1.0 speaks. The shorter key, and no tickets for a session that nobody resumes, take
    // one of the handshake's 10 ms.
    minVersion: 'TLSv1.3',
    ciphers: 'TLS_AES_128_GCM_SHA256',
    secureOptions: constants.SSL_OP_NO_TICKET,
    ALPNProtocols: ['h2'],
    // No session is resumed. Unless told, Node makes up a context by a digest of the command line.
    sessionIdContext: 'plugin',
  });
  server.on('secureConnection', socket => {
    if (socket.alpnProtocol === 'h2' && isTrusted(socket)) admit(socket);
    else socket.destroy();
  });
  return server;
}
