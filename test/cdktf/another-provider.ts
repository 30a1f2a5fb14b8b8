import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/**
 * Installs a provider `acme/acme` 1.0.0 the way a user does whose machine reaches no registry: packed, in the
 * home folder's implied mirror, for Terraform and OpenTofu. It is our own executable under another name, so it is a real
 * one.
 */
export async function installAcme(home: string): Promise<void> {
  for (const host of ['registry.terraform.io', 'registry.opentofu.org'])
    await installIn(path.join(home, '.terraform.d/plugins', host, 'acme/acme'));
}

async function installIn(folder: string): Promise<void> {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  await mkdir(folder, { recursive: true });
  const archive = new ZipFile();
  for (const name of await readdir('dist/provider')) {
    const isLauncher = name.startsWith('terraform-provider-svc_');
    archive.addFile(path.join('dist/provider', name), isLauncher ? 'terraform-provider-acme_v1.0.0' : name, {
      mode: isLauncher ? 0o100755 : 0o100644,
    });
  }
  archive.end();
  const file = path.join(folder, `terraform-provider-acme_1.0.0_${process.platform}_${architecture}.zip`);
  await pipeline(archive.outputStream, createWriteStream(file));
}
