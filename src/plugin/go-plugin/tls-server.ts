import { constants, X509Certificate } from 'node:crypto';
import type { Server, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate';

export interface TlsServerOptions {
  certificate: Certificate;
  /** Returns true if the peer of a connection is the Terraform that started this launch. */
  isTrusted: (socket: TLSSocket) => boolean;
  /** Receives each connection with the announced certificate. Others are closed unread. */
  admit: (socket: TLSSocket) => void;
}

/** The mutual TLS of Terraform's plugin library, loaded after the handshake line. It takes raw connections. */
export async function createTlsServer({ certificate, isTrusted, admit }: TlsServerOptions): Promise<Server> {
  const { createServer } = await import('node:tls');
  const server = createServer({
    cert: new X509Certificate(certificate.der).toString(),
    key: certificate.key.export({ type: 'pkcs8', format: 'pem' }),
    // Must be set: without it, Node.js parses its bundled root certificates. The peer's certificate is compared,
    // not verified.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    // Every Terraform since 1.0 supports TLS 1.3. The shorter key and the missing session tickets save one of the
    // handshake's 10 ms.
    minVersion: 'TLSv1.3',
    ciphers: 'TLS_AES_128_GCM_SHA256',
    secureOptions: constants.SSL_OP_NO_TICKET,
    ALPNProtocols: ['h2'],
    // Sessions are not resumed. Without this, Node.js computes a digest of the command line.
    sessionIdContext: 'plugin',
  });
  server.on('secureConnection', socket => {
    if (socket.alpnProtocol === 'h2' && isTrusted(socket)) admit(socket);
    else socket.destroy();
  });
  return server;
}
