import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import manifest from '../package.json';
import { compileConstructs } from './build/constructs';
import { twinManifest } from './cdk-terrain/manifest';
import { twinSources } from './cdk-terrain/sources';
import { packageReadme } from './package/pacmak';

/**
 * Builds dist/cdktn: `cdktn-provider-svc`, the package for CDK Terrain, from the sources of the package for cdktf
 * (decision 22). What does not depend on the CDK is linked, so that it is never older than what it links to.
 *
 * tsx scripts/build-cdktn.ts
 */
const root = join(__dirname, '..');
const folder = join(root, 'dist', 'cdktn');

async function main(): Promise<void> {
  // Without this, the folder would still contain the output of deleted sources.
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of await twinSources(root)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const twin = twinManifest(manifest);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(twin, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), packageReadme('cdktn-provider-svc'));
  cpSync(join(root, 'tsconfig.constructs.json'), join(folder, 'tsconfig.constructs.json'));
  for (const path of ['LICENSE', ...sharedFiles()]) link(path);
  await compileConstructs(folder);
}

/** What the package contains besides its own sources and their output. */
function sharedFiles(): readonly string[] {
  return manifest.files.filter(path => !['.jsii', 'lib', 'examples'].includes(path));
}

function link(path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  symlinkSync(relative(join(folder, dirname(path)), join(root, path)), join(folder, path));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
