import * as fs from 'node:fs';
import * as path from 'node:path';
import { hashesOf } from './content-hashes';
import { writeIfChanged } from './write-if-changed';

/**
 * `svc/svc` is short for an address at the registry of whoever reads it: Terraform's or OpenTofu's.
 *
 * @internal
 */
export const registryHosts = { terraform: 'registry.terraform.io', tofu: 'registry.opentofu.org' } as const;

const packageName = 'cdktf-provider-svc';

/** `terraform-provider-svc_VERSION_OS_ARCH.zip`, as the build names packages. */
const ourPackage = /^terraform-provider-svc_\d+\.\d+\.\d+[^_]*_[a-z]+_[a-z0-9]+\.zip$/;

/**
 * Puts the provider's packages beside a synthesized stack, where `terraform init` looks without being told
 * (implied local mirror `terraform.d/plugins`). They stay packed: an unpacked mirror would become a link from
 * the plugin cache of cdktf-cli into this folder, and the next synthesis would break other projects.
 *
 * @returns the hashes of the packages for the lock file
 * @internal
 */
export function deliverPackages(stackFolder: string, version: string, source = packageMirror()): string[] {
  const packages = Object.values(registryHosts).flatMap(host => packagesIn(source, host, version));
  const [first = '', ...others] = packages;
  // The build writes one archive under each platform's name (scripts/build/mirror.ts): one copy on the disk does.
  const archive = fs.readFileSync(path.join(source, first));
  const plugins = path.join(stackFolder, 'terraform.d', 'plugins');
  const delivered = path.join(plugins, first);
  writeIfChanged(delivered, archive);
  for (const name of others) writeIfChanged(path.join(plugins, name), archive, delivered);
  removeOthers(plugins, packages);
  return hashesOf(archive, source).sort();
}

/** Packages of other versions, which earlier syntheses have left. Files of any other name are not ours. */
function removeOthers(plugins: string, delivered: readonly string[]): void {
  for (const folder of new Set(delivered.map(name => path.join(plugins, path.dirname(name))))) {
    const names = fs.readdirSync(folder).filter(name => ourPackage.test(name));
    const current = delivered.map(name => path.basename(name));
    for (const name of names.filter(found => !current.includes(found)))
      fs.rmSync(path.join(folder, name), { force: true });
  }
}

/** By their paths in a mirror. */
function packagesIn(mirror: string, host: string, version: string): string[] {
  const address = path.join(host, 'svc', 'svc');
  const folder = path.join(mirror, address);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const packages = names.filter(
    name => name.startsWith(`terraform-provider-svc_${version}_`) && name.endsWith('.zip'),
  );
  if (packages.length > 0) return packages.sort().map(name => path.join(address, name));
  throw new Error(
    `The executable of the svc provider ${version} is missing: ${folder} has no package of it. ` +
      `In a clone of the repository run "npm run build"; in a project install ${packageName} again.`,
  );
}

/** Built by `npm run build` and shipped in the npm package; this file may run from lib or from src. */
function packageMirror(): string {
  let folder = __dirname;
  while (!isPackageRoot(folder)) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`${__dirname} is not inside the package ${packageName}.`);
    folder = parent;
  }
  return path.join(folder, 'dist', 'mirror');
}

function isPackageRoot(folder: string): boolean {
  const manifest = path.join(folder, 'package.json');
  return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).name === packageName;
}
