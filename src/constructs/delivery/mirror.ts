import * as path from 'node:path';
import { packagePaths, packedProvider } from '../installation/packed-provider';
import { writeIfChanged } from './write-if-changed';

/**
 * Writes the provider's packages beside a synthesised stack, where `terraform init` searches by default (implied
 * local mirror `terraform.d/plugins`). They stay packed: for an unpacked mirror, the plugin cache of cdktf-cli
 * would link to this folder, and the next synthesis would break other projects.
 *
 * @returns the hashes of the packages for the lock file
 * @internal
 */
export function deliverPackages(stackFolder: string, version: string, source?: string): string[] {
  const { archive, hashes } = packedProvider(version, source);
  for (const name of packagePaths(version))
    writeIfChanged(path.join(stackFolder, 'terraform.d', 'plugins', name), archive);
  return hashes;
}
