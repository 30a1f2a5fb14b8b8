import { promises as files } from 'node:fs';
import { InvalidOption } from '../client';

/**
 * The certificates that the launcher took over from NODE_EXTRA_CA_CERTS: parsing them at every start of Node
 * would cost more than the start itself.
 */
export async function extraCertificates(
  address: string,
  path: string | undefined,
): Promise<string | undefined> {
  if (!path || !address.startsWith('https:')) return undefined;
  try {
    // Through `node:fs`: the module `node:fs/promises` would be loaded at every start.
    return await files.readFile(path, 'utf8');
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'names a file that cannot be read');
  }
}
