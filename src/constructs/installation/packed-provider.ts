import * as fs from 'node:fs';
import * as path from 'node:path';
import { registryHosts } from './registry-hosts';
import { writeIfChanged } from './write-if-changed';

const packageName = 'cdktf-provider-svc';

/** All platforms share one package: its files are platform-independent. */
const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];

/** Returns the paths of the packages in a filesystem mirror: one for each registry and platform, all with the same content. */
export function packagePaths(version: string): string[] {
  return Object.values(registryHosts)
    .flatMap(host =>
      platforms.map(platform =>
        path.join(host, 'svc/svc', `terraform-provider-svc_${version}_${platform}.zip`),
      ),
    )
    .sort();
}

/**
 * Writes what is missing or differs of the provider's packages into a filesystem mirror. They stay packed: to an unpacked
 * one, a plugin cache would link, and the next synthesis would break other projects.
 *
 * @returns the hashes of the packages for a lock file, and whether anything was written
 */
export function writeMirror(folder: string, version: string, source?: string) {
  const { archive, hashes } = packedProvider(version, source);
  const written = packagePaths(version).filter(name => writeIfChanged(path.join(folder, name), archive));
  return { hashes, isChanged: written.length > 0 };
}

/** Reads the provider of the npm package, which the build writes once (scripts/build/provider.ts). */
function packedProvider(version: string, folder = packedFolder()) {
  const file = path.join(folder, `terraform-provider-svc_${version}.zip`);
  if (!fs.existsSync(file))
    throw new Error(
      `The executable of the svc provider ${version} is missing: there is no ${file}. ` +
        `In a clone of the repository run "npm run build"; in a project install ${packageName} again. ` +
        `A bundler must not bundle it: esbuild takes --external:${packageName}.`,
    );
  const hashes: string[] = JSON.parse(fs.readFileSync(path.join(folder, 'hashes.json'), 'utf8'));
  return { archive: fs.readFileSync(file), hashes };
}

/** Finds the folder in the npm package. This code runs from its lib, its dist, or the sources in a clone. */
function packedFolder(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder)
    folder = path.dirname(folder);
  return path.join(folder, 'dist', 'packed');
}
