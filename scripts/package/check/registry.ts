import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { version } from '../../../package.json';
import { billFile } from '../../build/bill-of-materials';
import { platforms } from '../node-binary';
import { registryFiles, sha256 } from '../registry';

const inArchive = [
  `terraform-provider-svc_v${version}`,
  'node',
  'LICENSE',
  'LICENSE-node',
  'THIRD-PARTY-LICENSES',
  billFile,
];

/** Checks the assets of a release: the content of the archives, and their checksums. */
export async function checkRegistrySet(folder: string): Promise<void> {
  const { manifest, bill, checksums } = registryFiles(version);
  const archives = platforms.map(platform => `terraform-provider-svc_${version}_${platform}.zip`);
  verifyChecksums(folder, checksums, [...archives, manifest, bill]);
  for (const archive of archives) {
    const names = Object.keys(unzipSync(readFileSync(join(folder, archive))));
    const missing = inArchive.filter(name => !names.includes(name));
    if (missing.length > 0) throw new Error(`${archive} lacks ${missing.join(', ')}.`);
  }
}

/** @throws if the file of checksums does not state the right one for each file, and for no other one */
export function verifyChecksums(folder: string, checksums: string, files: readonly string[]): void {
  const lines = files.map(name => `${sha256(readFileSync(join(folder, name)))}  ${name}`);
  const stated = readFileSync(join(folder, checksums), 'utf8').trimEnd().split('\n');
  if (stated.sort().join() !== lines.sort().join())
    throw new Error(`${checksums} states other checksums than its files have:\n${lines.join('\n')}`);
}
