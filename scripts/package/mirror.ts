import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryHosts } from '../../src/constructs/installation/registry-hosts';
import { hashesOf } from '../build/package-hash';
import type { RegistryArchive } from './registry-archives';

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
    writeJson(join(provider, `${of}.json`), { archives: Object.fromEntries(entries) });
    const versions = readdirSync(provider).flatMap(name => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
    writeJson(join(provider, 'index.json'), {
      versions: Object.fromEntries(versions.sort().map(name => [name, {}])),
    });
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
