import { promises as files } from 'node:fs';
import { InvalidOption, proxiesOf } from '../../client';

/** Returns how an address is reached: through which proxies, and with which certificates beside those of Node.js. */
export async function networkTo(address: string, environment: NodeJS.ProcessEnv) {
  return {
    extraCertificates: await extraCertificates(address, environment),
    proxies: proxiesOf(environment),
  };
}

/**
 * undici ignores NODE_EXTRA_CA_CERTS, so this reads the file. The launcher gives the provider the name as SVC_EXTRA_CA_CERTS:
 * Node.js would parse the file at every start, and that would take longer than the start itself.
 */
async function extraCertificates(address: string, environment: NodeJS.ProcessEnv) {
  const path = environment['SVC_EXTRA_CA_CERTS'] ?? environment['NODE_EXTRA_CA_CERTS'];
  if (!path || !address.startsWith('https:')) return undefined;
  try {
    // Uses `node:fs`: the module `node:fs/promises` would be loaded at every start.
    return await files.readFile(path, 'utf8');
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'names a file that cannot be read');
  }
}
