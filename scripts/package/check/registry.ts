import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { createMessage, readKey, readSignature, verify } from 'openpgp';
import { z } from 'zod';
import { version } from '../../../package.json';
import { billFile } from '../../build/bill-of-materials';
import { platforms } from '../node-binary';
import { protocols, registryFiles, sha256 } from '../registry';
import { signingKey } from '../signing-key';
import type { Place } from './place';

const manifest = z.strictObject({
  version: z.literal(1),
  metadata: z.strictObject({ protocol_versions: z.array(z.string()) }),
});

/** Verifies the assets of a release as a registry and Terraform do. */
export async function checkRegistrySet(folder: string, place: Place, of: string = version): Promise<void> {
  const names = registryFiles(of);
  const archives = platforms.map(platform => `terraform-provider-svc_${of}_${platform}.zip`);
  verifyChecksums(folder, names.checksums, [...archives, names.manifest, names.bill]);
  const { metadata } = manifest.parse(JSON.parse(readFileSync(join(folder, names.manifest), 'utf8')));
  if (metadata.protocol_versions.join() !== protocols.join())
    throw new Error(`${names.manifest} states the protocols ${metadata.protocol_versions.join(', ')}.`);
  for (const archive of archives) verifyArchive(join(folder, archive), of);
  if (existsSync(join(folder, names.signature))) await verifySignature(folder, names);
  else place.skip('no signature was verified, because the release is not signed');
}

/** @throws if the file of checksums does not state the right one for each file, and for no other one */
export function verifyChecksums(folder: string, checksums: string, files: readonly string[]): void {
  const lines = readFileSync(join(folder, checksums), 'utf8').trimEnd().split('\n');
  const stated = new Map(lines.map(line => [line.slice(66), line.slice(0, 64)]));
  const unstated = files.filter(name => !stated.has(name));
  const unknown = [...stated.keys()].filter(name => !files.includes(name));
  if (unstated.length + unknown.length > 0)
    throw new Error(
      `${checksums} does not name ${unstated.join(', ') || '-'} and names ${unknown.join(', ') || '-'}.`,
    );
  for (const [name, digest] of stated)
    if (!existsSync(join(folder, name)) || sha256(readFileSync(join(folder, name))) !== digest)
      throw new Error(`${name} is missing, or has another checksum than ${checksums} states.`);
}

function verifyArchive(file: string, of: string): void {
  const names = Object.keys(unzipSync(readFileSync(file)));
  const needed = [
    `terraform-provider-svc_v${of}`,
    'node',
    'LICENSE',
    'LICENSE-node',
    'THIRD-PARTY-LICENSES',
    billFile,
  ];
  const missing = needed.filter(name => !names.includes(name));
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}.`);
}

async function verifySignature(
  folder: string,
  { checksums, signature }: { readonly checksums: string; readonly signature: string },
): Promise<void> {
  const key = await signingKey(process.env);
  if (key === undefined) throw new Error(`${signature} exists, and GPG_PRIVATE_KEY is not set to verify it.`);
  const { signatures } = await verify({
    message: await createMessage({ binary: readFileSync(join(folder, checksums)) }),
    signature: await readSignature({ binarySignature: readFileSync(join(folder, signature)) }),
    verificationKeys: await readKey({ armoredKey: key.armor }),
  });
  await signatures[0]?.verified;
}
