import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secureServer } from '../harness/servers/secure-platform';

/** A web server that knows nothing of Terraform: it serves the files of a folder over HTTPS, JSON as such. */
export function staticSite(folder: string) {
  return secureServer(async ({ url: path = '' }, response) => {
    const content = await readFile(join(folder, path)).catch(() => undefined);
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
}
