import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryHosts } from '../../src/constructs/installation/registry-hosts';
import { billOfMaterials } from '../build/bill-of-materials';
import { checksumLines, hashesOf } from '../build/package-hash';
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
    { name: names.manifest, content: Buffer.from(json(manifest)) },
    { name: names.bill, content: Buffer.from(billOfMaterials('terraform-provider-svc', of, materials)) },
  ];
  const files = [...archives, ...others].map(({ name, content }) => [name, content] as const);
  for (const [name, content] of [...files, [names.checksums, checksumLines(files)] as const])
    writeFileSync(join(folder, name), content);
}

/**
 * Writes a network mirror of files alone, which is a packed filesystem mirror, too, for `svc/svc` in both default registries. The index, which is last,
 * names each version in the folder: without it, Terraform refuses projects that are locked to an earlier one.
 */
export function writeMirror(folder: string, of: string, archives: readonly RegistryArchive[]): void {
  const entries = archives.map(({ platform, name, content }) => [
    platform,
    { url: name, hashes: hashesOf(content) },
  ]);
  for (const host of Object.values(registryHosts)) {
    const provider = join(folder, host, 'svc', 'svc');
    mkdirSync(provider, { recursive: true });
    for (const { name, content } of archives) writeFileSync(join(provider, name), content);
    writeFileSync(join(provider, `${of}.json`), json({ archives: Object.fromEntries(entries) }));
    const versions = readdirSync(provider).flatMap(name => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
    const index = { versions: Object.fromEntries(versions.sort().map(name => [name, {}])) };
    writeFileSync(join(provider, 'index.json'), json(index));
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
