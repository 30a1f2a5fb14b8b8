import { promises as files } from 'node:fs';
import { InvalidOption, proxiesOf } from '../../client';

/**
 * Returns how an address is reached: through which proxies, and with which certificates beside those of Node.js.
 * undici ignores NODE_EXTRA_CA_CERTS, so this reads the file. The launcher gives the provider the name as SVC_EXTRA_CA_CERTS:
 * Node.js would parse the file at every start, and that would take longer than the start itself.
 */
export async function networkTo(address: string, environment: NodeJS.ProcessEnv) {
  const proxies = proxiesOf(environment);
  const path = environment['SVC_EXTRA_CA_CERTS'] ?? environment['NODE_EXTRA_CA_CERTS'];
  if (!path || !address.startsWith('https:')) return { proxies };
  try {
    // Uses `node:fs`: the module `node:fs/promises` would be loaded at every start.
    return { proxies, extraCertificates: await files.readFile(path, 'utf8') };
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'names a file that cannot be read');
  }
}
