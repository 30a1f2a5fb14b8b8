import type { Server, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate';
import type { PeerCheck } from './peer';
import { pemOf } from './pem';

export interface TlsGateOptions {
  certificate: Certificate;
  isTrusted: PeerCheck;
  /** Gets each connection that has shown the announced certificate; the others are closed unread. */
  admit: (socket: TLSSocket) => void;
}

/**
 * The mutual TLS of Terraform's plugin library. Node's part of it is loaded here, after the handshake line. Give it raw connections with `emit('connection', socket)`.
 */
export async function createTlsGate({ certificate, isTrusted, admit }: TlsGateOptions): Promise<Server> {
  const { createServer } = await import('node:tls');
  const server = createServer({
    cert: pemOf(certificate.der),
    key: certificate.key.export({ type: 'pkcs8', format: 'pem' }),
    // Not absent: without it Node parses its bundled roots. The peer is compared, not looked up.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['h2'],
  });
  server.on('secureConnection', socket => {
    if (socket.alpnProtocol === 'h2' && isTrusted(socket)) admit(socket);
    else socket.destroy();
  });
  return server;
}
