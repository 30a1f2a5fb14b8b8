import * as fs from 'node:fs';
import * as path from 'node:path';
import { isRecord } from '../checks/values';
import { archiveHash, contentHash } from './package-hash';

/** Terraform passes over it: in a mirror it looks for packages three folders deep and deeper. */
const fileName = 'content-hashes.json';

/**
 * Notes beside the packages of a mirror what their archive is found to hold, so that a synthesis need not unpack it.
 *
 * @internal
 */
export function noteContentHashes(mirror: string, archive: Buffer): void {
  const noted = { [archiveHash(archive)]: contentHash(archive) };
  fs.writeFileSync(path.join(mirror, fileName), `${JSON.stringify(noted, null, 2)}\n`);
}

/**
 * Both hashes of an archive, for a lock file. What was noted is found by the archive's own hash, so it cannot be
 * that of another; an archive of which nothing was noted is unpacked.
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
