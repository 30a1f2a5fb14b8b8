import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createCertificate } from '../../src/plugin/go-plugin/certificate';
import { pemOf } from '../../src/plugin/go-plugin/pem';
import { listening } from '../harness/servers/listening';

/** A web server that knows nothing of Terraform: it serves the files of a folder over HTTPS, JSON as such. */
export async function staticSite(folder: string) {
  const { der, key } = createCertificate();
  const certificate = pemOf(der);
  const asked: string[] = [];
  const server = createServer(
    { key: key.export({ type: 'pkcs8', format: 'pem' }), cert: certificate },
    async (request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const content = await readFile(join(folder, path)).catch(() => undefined);
      const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
    },
  );
  return { host: `localhost:${await listening(server, 'localhost')}`, certificate, asked };
}
