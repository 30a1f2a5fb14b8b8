import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';

/**
 * Returns the hashes of a packed provider in a dependency lock file: `h1:` of the unpacked content (Go's dirhash.Hash1, which
 * Terraform computes after unpacking), and `zh:` of the archive.
 */
export function hashesOf(archive: Buffer): readonly string[] {
  const content = checksumLines(Object.entries(unzipSync(archive)));
  return [`h1:${sha256(Buffer.from(content), 'base64')}`, `zh:${sha256(archive)}`];
}

/** The format of `sha256sum`, in the order of the names. */
export function checksumLines(files: readonly (readonly [name: string, content: Uint8Array])[]): string {
  const sorted = files.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
}

export function sha256(content: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding);
}
