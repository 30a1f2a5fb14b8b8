import { createHash } from 'node:crypto';
import { zipEntries } from './zip-entries';

/**
 * The two hashes by which a dependency lock file knows a provider package: `zh:` of the archive as it is, and
 * `h1:` of its unpacked content (Go's dirhash.Hash1, which Terraform computes after unpacking).
 *
 * @internal
 */
export function packageHashes(archive: Buffer): { readonly zh: string; readonly h1: string } {
  const lines = zipEntries(archive)
    .map(({ name, content }) => ({ name, line: `${sha256(content).toString('hex')}  ${name}\n` }))
    .sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
    .map(({ line }) => line);
  return {
    zh: `zh:${sha256(archive).toString('hex')}`,
    h1: `h1:${sha256(Buffer.from(lines.join(''))).toString('base64')}`,
  };
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
