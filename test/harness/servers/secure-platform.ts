import { createServer } from 'node:https';
import { createCertificate } from '../../../src/plugin/go-plugin/certificate';
import { pemOf } from '../../../src/plugin/go-plugin/pem';
import { listening } from './listening';

/**
 * An empty HTTPS platform on loopback. Its certificate is trusted only by clients that are configured for it.
 *
 * @param name another name than localhost is found through `startLoopbackProxy` alone
 */
export async function securePlatform(name = 'localhost') {
  const { der, key } = createCertificate(undefined, name);
  const certificate = pemOf(der);
  /** The credential of each received request. */
  const credentials: (string | undefined)[] = [];
  const keyText = key.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ key: keyText, cert: certificate }, (request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [], "next_cursor": null}');
  });
  const host = `${name}:${await listening(server, 'localhost')}`;
  return { host, url: `https://${host}`, certificate, credentials };
}
