import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cdk } from '../generate-bindings';
import { command } from './command';
import { workFolder } from './temporary-folder';

/** Folders of the two packages, as the build leaves them. */
export const packageFolders: Readonly<Record<Cdk, string>> = { cdktf: '.', cdktn: 'dist/cdktn' };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly files: readonly string[];
}

const staged = new Map<Cdk, string>();

/** Returns the folder with what the package of a CDK publishes. It is inside the clone, so that dependencies are found. */
export function npmPackage(cdk: Cdk): string {
  const folder = staged.get(cdk) ?? workFolder(cdk);
  if (!staged.has(cdk)) stage(packageFolders[cdk], folder);
  staged.set(cdk, folder);
  return folder;
}

/**
 * Copies what a package publishes into a new folder, with files in the place of links. Its manifest has no scripts: they
 * need a clone. So npm and jsii-pacmak pack that folder without touching the clone.
 */
export function stage(root: string, folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm adds README and LICENSE to the files that a manifest names, and itself leaves out what `!` excludes.
  for (const path of [...manifest.files, 'README.md', 'LICENSE'].filter(each => !each.startsWith('!'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true });
  }
  const published = { ...manifest, scripts: undefined };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const page = join(folder, 'README.md');
  writeFileSync(page, withAbsoluteLinks(readFileSync(page, 'utf8'), manifest));
  // jsii makes the documentation of the other languages of this text, and verifies no fingerprint.
  const assembly = JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8'));
  const readme = { markdown: packageReadme(manifest.name) };
  writeFileSync(join(folder, '.jsii'), JSON.stringify({ ...assembly, readme }, null, 2));
  setModes(folder);
}

/** Without this, the umask of the person who cloned and built would be in the packages. */
function setModes(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // A folder is always executable, a file if its owner may execute it.
    const isExecutable = (statSync(join(folder, path)).mode & 0o100) !== 0;
    chmodSync(join(folder, path), isExecutable ? 0o755 : 0o644);
  }
}

/** npm shows README on a page of its own, from which a relative link leads nowhere. */
export function withAbsoluteLinks(
  readme: string,
  { version, repository }: Pick<Manifest, 'version' | 'repository'>,
): string {
  const address = (kind: 'blob' | 'raw') => `${repository.url.replace(/\.git$/, '')}/${kind}/v${version}/`;
  return readme
    .replace(/(?<=\b(?:src|srcset)=")(?!https?:)/g, address('raw'))
    .replace(/(!?)(\[[^\]]*\]\()(?![a-z]+:|#)/g, (_, picture, text) => {
      return picture + text + address(picture === '' ? 'blob' : 'raw');
    });
}

/** Returns the README of each package of constructs but the npm package for cdktf. Registries say how to install it. */
export const packageReadme = (name: string) => `# ${name}

Infrastructure as code for the SVC security-operations platform: webhook endpoints and API keys. This package has the
constructs for ${name.startsWith('cdktn') ? 'CDK Terrain' : 'cdktf'}, and the Terraform provider that they use.

It needs Node.js 20 or newer, and Terraform 1.8 or newer or OpenTofu. The npm package \`${name}\` contains the
documentation (\`docs\`) and one stack in each language (\`examples\`).
`;

export async function makeTarball(cdk: Cdk, folder: string): Promise<void> {
  const parameters = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  await command('npm', parameters, npmPackage(cdk));
}
