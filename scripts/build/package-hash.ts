import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';

/**
 * Returns the `zh:` hash of a packed provider in a dependency lock file: the hash of the archive.
 */
export function archiveHash(archive: Buffer): string {
  return `zh:${sha256(archive).toString('hex')}`;
}

/**
 * Returns the `h1:` hash of a lock file: the hash of the unpacked content (Go's dirhash.Hash1, which Terraform
 * computes after unpacking).
 */
export function contentHash(archive: Buffer): string {
  const lines = Object.entries(unzipSync(archive))
    .map(([name, content]) => ({ name, line: `${sha256(content).toString('hex')}  ${name}\n` }))
    .sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
    .map(({ line }) => line);
  return `h1:${sha256(Buffer.from(lines.join(''))).toString('base64')}`;
}

function sha256(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
