import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { billOfMaterials } from '../build/bill-of-materials';
import { sha256 } from '../build/package-hash';
import type { Outcome } from './part';
import { builtArchives, type RegistryArchive } from './registry-archives';
import { type SigningKey, signingKey } from './signing-key';

/** The files of one version for a registry. */
export interface RegistrySet {
  readonly version: string;
  readonly archives: readonly RegistryArchive[];
  readonly key: SigningKey | undefined;
}

/** Names of the files beside the archives, as registries expect them. */
export const registryFiles = (of: string) => ({
  manifest: `terraform-provider-svc_${of}_manifest.json`,
  bill: `terraform-provider-svc_${of}_bill-of-materials.cdx.json`,
  checksums: `terraform-provider-svc_${of}_SHA256SUMS`,
  signature: `terraform-provider-svc_${of}_SHA256SUMS.sig`,
});

/** Makes what Terraform's and OpenTofu's registries take as the assets of a release. */
export async function makeRegistrySet(folder: string): Promise<Outcome> {
  const key = await signingKey(process.env);
  await writeRegistrySet(folder, { version, archives: await builtArchives(), key });
  return key === undefined ? { missing: 'not signed, because GPG_PRIVATE_KEY is not set' } : {};
}

/** The signature has a time in it. All other files are the same bytes each time. */
export async function writeRegistrySet(
  folder: string,
  { version: of, archives, key }: RegistrySet,
): Promise<void> {
  const names = registryFiles(of);
  const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } };
  const materials = archives.flatMap(each => each.materials);
  const others = [
    { name: names.manifest, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: names.bill, content: Buffer.from(billOfMaterials('terraform-provider-svc', of, materials)) },
  ];
  const checksums = Buffer.from(checksumLines([...archives, ...others]));
  const signature = key === undefined ? [] : [{ name: names.signature, content: await key(checksums) }];
  const written = [...archives, ...others, { name: names.checksums, content: checksums }, ...signature];
  for (const { name, content } of written) writeFileSync(join(folder, name), content);
}

/** The format of `sha256sum`. */
function checksumLines(files: readonly { readonly name: string; readonly content: Buffer }[]): string {
  const sorted = [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  return sorted.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
}
