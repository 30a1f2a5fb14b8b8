import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';

/** Returns the `zh:` hash of a packed provider in a dependency lock file: the hash of the archive. */
export function archiveHash(archive: Buffer): string {
  return `zh:${sha256(archive)}`;
}

/**
 * Returns the `h1:` hash of a lock file: the hash of the unpacked content (Go's dirhash.Hash1, which Terraform
 * computes after unpacking).
 */
export function contentHash(archive: Buffer): string {
  // In the order of the names, which archiveOf gives them.
  const lines = Object.entries(unzipSync(archive)).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  return `h1:${sha256(Buffer.from(lines.join('')), 'base64')}`;
}

export function sha256(content: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding);
}
