import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchivedFile, archiveOf } from './archive';
import { archiveHash, contentHash } from './package-hash';

/** Default hosts of Terraform and OpenTofu for a source without a host. */
const hosts = ['registry.terraform.io', 'registry.opentofu.org'];

/** All platforms share one package: its files are platform-independent. */
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

export interface MirrorOptions {
  /** The unpacked provider. */
  program: string;
  /** The executable in it. All other files are only read. */
  executable: string;
  version: string;
  /** Emptied first. */
  directory: string;
}

/**
 * Writes a filesystem mirror of the provider in packed form (Terraform's documentation, CLI configuration,
 * "filesystem_mirror"). Caches would link to an unpacked provider, and a rebuild would change it there.
 */
export async function writeMirror({ program, executable, version, directory }: MirrorOptions): Promise<void> {
  const archive = await archiveOf(await filesOf(program, executable));
  await rm(directory, { recursive: true, force: true });
  for (const host of hosts) {
    const folder = join(directory, host, 'svc', 'svc');
    await mkdir(folder, { recursive: true });
    const names = platforms.map(platform => `terraform-provider-svc_${version}_${platform}.zip`);
    await Promise.all(names.map(name => writeFile(join(folder, name), archive)));
  }
  // Synthesis writes these to lock files. Terraform searches a mirror from the third folder level on.
  const hashes = [contentHash(archive), archiveHash(archive)];
  await writeFile(join(directory, 'hashes.json'), `${JSON.stringify(hashes)}\n`);
}

/** Returns the files of an unpacked provider. */
export async function filesOf(program: string, executable: string): Promise<ArchivedFile[]> {
  const names = await readdir(program);
  return Promise.all(
    names.map(async name => ({
      name,
      content: await readFile(join(program, name)),
      isExecutable: name === executable,
    })),
  );
}
