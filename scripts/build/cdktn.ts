import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import manifest from '../../package.json';
import { twinManifest } from '../cdk-terrain/manifest';
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
  const twin = twinManifest(manifest);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(twin, null, 2)}\n`);
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
