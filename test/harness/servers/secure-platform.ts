import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createCertificate } from '../../../src/plugin/go-plugin/certificate';

/** An empty HTTPS platform. Its certificate is trusted only by clients that are configured for it. */
export async function securePlatform() {
  const { der, key } = createCertificate();
  const certificate = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  /** The credential of each received request. */
  const credentials: (string | undefined)[] = [];
  const keyText = key.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ key: keyText, cert: certificate }, (request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [], "next_cursor": null}');
  });
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `localhost:${portOf(server.address())}`;
  return { host, url: `https://${host}`, certificate, credentials };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
