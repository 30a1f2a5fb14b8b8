import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Cdk } from '../../scripts/generate-bindings';
import { makeTarball } from '../../scripts/package/npm-package';
import { oncePerRun } from './once-per-run';

/** The package of a CDK with npm's own choice of files, as its tarball and unpacked. */
export async function packedPackage(
  cdk: Cdk,
): Promise<{ readonly tarball: string; readonly folder: string }> {
  const folder = await oncePerRun(`${cdk}-package`, async into => {
    await makeTarball(cdk, into);
    await execa('tar', ['-xzf', await tarballIn(into)], { cwd: into });
  });
  return { tarball: join(folder, await tarballIn(folder)), folder: join(folder, 'package') };
}

const tarballIn = async (folder: string) => (await readdir(folder)).find(name => name.endsWith('.tgz')) ?? '';
