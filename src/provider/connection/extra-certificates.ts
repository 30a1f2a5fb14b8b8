import { promises as files } from 'node:fs';
import { InvalidOption } from '../../client';

/**
 * Reads the certificates of NODE_EXTRA_CA_CERTS. undici ignores it, so the provider reads it. Node.js would parse them at every
 * start, and that would take longer than the start itself.
 */
export async function extraCertificates(
  address: string,
  path: string | undefined,
): Promise<string | undefined> {
  if (!path || !address.startsWith('https:')) return undefined;
  try {
    // Uses `node:fs`: the module `node:fs/promises` would be loaded at every start.
    return await files.readFile(path, 'utf8');
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'names a file that cannot be read');
  }
}
