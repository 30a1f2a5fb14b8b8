import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from './part';
import { builtSet, protocols, type RegistrySet, registryFiles, sha256, writeRegistrySet } from './registry';
import type { RegistryArchive } from './registry-archives';
import type { SigningKey } from './signing-key';

const root = '/v1/providers/';

/** Makes a registry of files alone: a web server with this folder at its root is the host of `HOST/svc/svc`. */
export async function makeRegistrySite(folder: string): Promise<Outcome> {
  const set = await builtSet();
  if (set.key === undefined)
    return {
      missing: 'not made, because GPG_PRIVATE_KEY is not set: Terraform installs signed packages only',
    };
  await writeRegistrySite(folder, { ...set, key: set.key });
  return {};
}

/** Writes the files of the provider registry protocol, with all addresses relative to the host. */
export async function writeRegistrySite(
  folder: string,
  set: RegistrySet & { readonly key: SigningKey },
): Promise<void> {
  const provider = `${root}svc/svc`;
  const release = `${provider}/${set.version}`;
  const platforms = set.archives.map(({ os, arch }) => ({ os, arch }));
  const pages = new Map<string, unknown>([
    ['/.well-known/terraform.json', { 'providers.v1': root }],
    [`${provider}/versions`, { versions: [{ version: set.version, protocols, platforms }] }],
  ]);
  for (const archive of set.archives)
    pages.set(`${release}/download/${archive.os}/${archive.arch}`, pageOf(archive, release, set));
  for (const [path, page] of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${JSON.stringify(page, null, 2)}\n`);
  }
  await writeRegistrySet(join(folder, release), set);
}

function pageOf(
  { os, arch, name, content }: RegistryArchive,
  release: string,
  { version, key }: { readonly version: string; readonly key: SigningKey },
) {
  const { checksums, signature } = registryFiles(version);
  return {
    protocols,
    os,
    arch,
    filename: name,
    download_url: `${release}/${name}`,
    shasums_url: `${release}/${checksums}`,
    shasums_signature_url: `${release}/${signature}`,
    shasum: sha256(content),
    signing_keys: { gpg_public_keys: [{ key_id: key.id, ascii_armor: key.armor }] },
  };
}
