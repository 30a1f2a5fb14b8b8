import * as fs from 'node:fs';
import * as path from 'node:path';
import { registryHosts } from '../installation/registry-hosts';
import { writeIfChanged } from './write-if-changed';

const packageName = 'cdktf-provider-svc';

/**
 * Writes the provider's packages beside a synthesised stack, where `terraform init` searches by default (implied
 * local mirror `terraform.d/plugins`). They stay packed: for an unpacked mirror, the plugin cache of cdktf-cli
 * would link to this folder, and the next synthesis would break other projects.
 *
 * @returns the hashes of the packages for the lock file
 * @internal
 */
export function deliverPackages(stackFolder: string, version: string, source = packageMirror()): string[] {
  for (const name of Object.values(registryHosts).flatMap(host => packagesIn(source, host, version)))
    writeIfChanged(
      path.join(stackFolder, 'terraform.d', 'plugins', name),
      fs.readFileSync(path.join(source, name)),
    );
  // The build writes the same archive for each platform, and its hashes beside them (scripts/build/mirror.ts).
  return JSON.parse(fs.readFileSync(path.join(source, 'hashes.json'), 'utf8'));
}

/** Returns their paths in a mirror. */
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

/**
 * Finds the mirror, which `npm run build` creates and the npm package contains. This file may run from lib or from
 * src.
 */
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
