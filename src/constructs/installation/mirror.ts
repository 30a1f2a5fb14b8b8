import * as path from 'node:path';
import { packagePaths, packedProvider } from './packed-provider';
import { writeIfChanged } from './write-if-changed';

/**
 * Writes what is missing or differs of the provider's packages into a filesystem mirror. They stay packed: to an unpacked
 * one, a plugin cache would link, and the next synthesis would break other projects.
 *
 * @returns the hashes of the packages for a lock file, and whether anything was written
 * @internal
 */
export function writeMirror(folder: string, version: string, source?: string) {
  const { archive, hashes } = packedProvider(version, source);
  const written = packagePaths(version).filter(name => writeIfChanged(path.join(folder, name), archive));
  return { hashes, isChanged: written.length > 0 };
}
