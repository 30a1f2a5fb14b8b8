import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { noteContentHashes } from '../../src/constructs/delivery/content-hashes';

/** Default hosts of Terraform and OpenTofu for a source without a host. */
const hosts = ['registry.terraform.io', 'registry.opentofu.org'];

/** All platforms share one package: its files are platform-independent. */
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

/** Zip entries contain a local time. The format's earliest time keeps the bytes reproducible. */
const fixedTime = () => ({ mtime: new Date(1980, 0, 1), forceDosTimestamp: true });

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
  const archive = await pack(program, executable);
  await rm(directory, { recursive: true, force: true });
  for (const host of hosts) {
    const folder = join(directory, host, 'svc', 'svc');
    await mkdir(folder, { recursive: true });
    const names = platforms.map(platform => `terraform-provider-svc_${version}_${platform}.zip`);
    await Promise.all(names.map(name => writeFile(join(folder, name), archive)));
  }
  noteContentHashes(directory, archive);
}

async function pack(program: string, executable: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of (await readdir(program)).sort()) {
    const mode = name === executable ? 0o100755 : 0o100644;
    zip.addBuffer(await readFile(join(program, name)), name, { ...fixedTime(), mode });
  }
  zip.end();
  return buffer(zip.outputStream);
}
