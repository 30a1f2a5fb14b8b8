import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from '../build/bill-of-materials';
import { checksumLines } from '../build/package-hash';
import type { RegistryArchive } from './registry-archives';

/** Names of the files beside the archives, as registries expect them. */
export const registryFiles = (of: string) => ({
  manifest: `terraform-provider-svc_${of}_manifest.json`,
  bill: `terraform-provider-svc_${of}_bill-of-materials.cdx.json`,
  checksums: `terraform-provider-svc_${of}_SHA256SUMS`,
});

/** The assets of a release for Terraform's and OpenTofu's registries, but the signature: the workflow of the release has the key. */
export function writeRegistrySet(folder: string, of: string, archives: readonly RegistryArchive[]): void {
  const names = registryFiles(of);
  const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } };
  const materials = archives.flatMap(each => each.materials);
  const others = [
    { name: names.manifest, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: names.bill, content: Buffer.from(billOfMaterials('terraform-provider-svc', of, materials)) },
  ];
  const files = [...archives, ...others].map(({ name, content }) => [name, content] as const);
  for (const [name, content] of [...files, [names.checksums, checksumLines(files)] as const])
    writeFileSync(join(folder, name), content);
}
