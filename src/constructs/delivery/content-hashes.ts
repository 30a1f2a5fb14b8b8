import * as fs from 'node:fs';
import * as path from 'node:path';
import { isRecord } from '../checks/values';
import { archiveHash, contentHash } from './package-hash';

/** Terraform ignores this file: it searches a mirror for packages from the third folder level on. */
const fileName = 'content-hashes.json';

/**
 * Stores the content hash of an archive beside the packages of a mirror, so that a synthesis need not unpack it.
 *
 * @internal
 */
export function noteContentHashes(mirror: string, archive: Buffer): void {
  const noted = { [archiveHash(archive)]: contentHash(archive) };
  fs.writeFileSync(path.join(mirror, fileName), `${JSON.stringify(noted, null, 2)}\n`);
}

/**
 * Returns both hashes of an archive for a lock file. The stored hash is found by the archive's own hash, so it
 * belongs to this archive. Without a stored hash, the archive is unpacked.
 *
 * @internal
 */
export function hashesOf(archive: Buffer, mirror: string): string[] {
  const own = archiveHash(archive);
  const file = path.join(mirror, fileName);
  const noted: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const content = isRecord(noted) ? noted[own] : undefined;
  return [own, typeof content === 'string' ? content : contentHash(archive)];
}
