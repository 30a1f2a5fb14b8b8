import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { wire } from '../../../src/client/contract/page';
import { createCertificate } from '../../../src/plugin/go-plugin/certificate';
import { listening } from './listening';

/** An HTTPS server on loopback. Its certificate is trusted only by clients that are configured for it. */
export async function secureServer(listener: RequestListener, name = 'localhost') {
  const { der, key } = createCertificate(name);
  const certificate = new X509Certificate(der).toString();
  const pair = { key: key.export({ type: 'pkcs8', format: 'pem' }), cert: certificate };
  const port = await listening(createServer(pair, listener), 'localhost');
  return { host: `${name}:${port}`, certificate };
}

/**
 * An empty platform.
 *
 * @param name another name than localhost is found through `startLoopbackProxy` alone
 */
export async function securePlatform(name?: string) {
  /** The credential of each received request. */
  const credentials: (string | undefined)[] = [];
  const { host, certificate } = await secureServer((request, response) => {
    credentials.push(request.headers.authorization);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ [wire.list]: [], [wire.cursor]: null }));
  }, name);
  return { host, url: `https://${host}`, certificate, credentials };
}
