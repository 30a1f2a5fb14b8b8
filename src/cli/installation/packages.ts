import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registryHosts } from '../../constructs/installation/registry-hosts';
import { unlessGone } from './folder-errors';

/** The provider's packages are below `HOST/svc/svc` in a mirror, as `terraform-provider-svc_VERSION_OS_ARCH.zip`. */
export const packageFolders: readonly string[] = Object.values(registryHosts).map(host =>
  join(host, 'svc', 'svc'),
);

export interface ProviderPackage {
  /** Below the mirror. */
  readonly path: string;
  readonly content: Buffer;
}

/** Returns the packages of a version in a mirror: one for each registry and platform. */
export function packagesOf(version: string, mirror: string): readonly ProviderPackage[] {
  const found = packageFolders.flatMap(folder =>
    namesIn(join(mirror, folder))
      .filter(name => name.startsWith(`terraform-provider-svc_${version}_`) && name.endsWith('.zip'))
      .map(name => join(folder, name)),
  );
  if (found.length === 0) throw new Error(nothingToInstall(version, mirror));
  return found.sort().map(path => ({ path, content: readFileSync(join(mirror, path)) }));
}

/** The mirror of this npm package. This code runs from its `dist`, or from the sources in a clone. */
export function packagedMirror(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'dist', 'mirror');
}

/** Names in a folder; none if it is missing. @throws if the folder, or one above it, may not be read */
export function namesIn(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return unlessGone(() => readdirSync(folder)) ?? [];
}

const nothingToInstall = (version: string, mirror: string) =>
  `The npm package is incomplete: ${mirror} has no provider ${version}. Install the npm package again. In a clone of ` +
  'the repository, run "npm run build".';
