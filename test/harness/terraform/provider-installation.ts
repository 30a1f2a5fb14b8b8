import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { Evidence } from '../secrets/evidence';
import { failureOf } from './terraform-failed';
import { Workspace } from './workspace';

/** The packed provider, as `npm run build` leaves it. */
const mirror = resolve('dist/mirror');

/** Installs our provider from the mirror, and nothing from a registry. */
export const cliConfiguration = `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["svc/svc", "registry.opentofu.org/svc/svc"]
  }
}
`;

export const requiredProviders = `terraform {
  required_providers {
    svc = {
      source = "svc/svc"
    }
  }
}
`;

const prepared = new Map<string, Promise<string>>();

/**
 * The result of `terraform init` is the same for all scenarios, so it runs once in each worker. Scenarios copy the
 * lock file and link the unpacked provider, like Terraform's own plugin cache. Terraform still compares the
 * package with the lock file's hash in every command.
 */
export async function installProvider(binary: string, workspace: Workspace): Promise<void> {
  const prepare = prepared.get(binary) ?? prepareTemplate(binary);
  prepared.set(binary, prepare);
  const template = await prepare;
  await cp(join(template, '.terraform.lock.hcl'), join(workspace.root, '.terraform.lock.hcl'));
  await mkdir(join(workspace.root, '.terraform'));
  await symlink(join(template, '.terraform', 'providers'), join(workspace.root, '.terraform', 'providers'));
}

async function prepareTemplate(binary: string): Promise<string> {
  const template = temporaryFolder(tmpdir(), 'svc-provider-');
  const workspace = await Workspace.create({
    binary,
    environment: {},
    cliConfiguration,
    evidence: new Evidence(),
  });
  await workspace.write('main.tf', requiredProviders);
  const initialized = await workspace.run(['init', '-no-color']);
  if (initialized.code !== 0) throw failureOf(initialized);
  await cp(workspace.root, template, { recursive: true });
  await rm(workspace.directory, { recursive: true });
  return template;
}
