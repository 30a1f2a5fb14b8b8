import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import manifest from '../../package.json';
import { toCdkTerrain } from '../cdk-terrain/names';
import { twinSources } from '../cdk-terrain/sources';
import { packageReadme } from '../package/npm-package';
import { compileConstructs } from './constructs';

/**
 * Builds dist/cdktn: `cdktn-provider-svc`, the package for CDK Terrain, from the sources of the package for cdktf
 * (decision 22). What does not depend on the CDK is linked, so that it is never older than what it links to.
 */
export async function buildTwin(root: string): Promise<void> {
  const folder = join(root, 'dist', 'cdktn');
  // Without this, the folder would still contain deleted sources.
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of await twinSources(root)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(twinManifest(), null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), packageReadme('cdktn-provider-svc'));
  cpSync(join(root, 'tsconfig.constructs.json'), join(folder, 'tsconfig.constructs.json'));
  // What the package contains besides its own sources and their output.
  const shared = manifest.files.filter(path => !/^(?:\.jsii|lib|examples|!.*)$/.test(path));
  for (const path of ['LICENSE', ...shared]) {
    const link = join(folder, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(root, path)), link);
  }
  await compileConstructs(folder);
}

/** Ranges of the twin's peers: cdktn 0.24 itself accepts these versions of constructs. */
const peerDependencies = { cdktn: '^0.24.0', constructs: '>=10.6.0 <10.8.0' };

/** The twin also has the command under its first name, which the provider's messages tell people to run. */
function twinManifest(): object {
  const { scripts: _scripts, devDependencies, author, repository, bin, ...rest } = manifest;
  const renamed = JSON.parse(toCdkTerrain(JSON.stringify({ ...rest, bin })));
  const { cdktn, constructs } = devDependencies;
  return {
    ...renamed,
    author,
    repository,
    bin: { ...renamed.bin, ...bin },
    peerDependencies,
    // jsii compiles against the versions that are installed here.
    devDependencies: { cdktn, constructs },
  };
}
