import type { Cdk } from '../generate-bindings-from-schema';
import { command } from './command';
import type { Outcome } from './part';
import { stage } from './staging';
import { workFolder } from './work-folder';

/** Folders of the two packages, as the build leaves them. */
const roots: Readonly<Record<Cdk, string>> = { cdktf: '.', cdktn: 'dist/cdktn' };

const staged = new Map<Cdk, string>();

/** Returns the folder with what the package of a CDK publishes. It is inside the clone, so that dependencies are found. */
export function npmPackage(cdk: Cdk): string {
  const folder = staged.get(cdk) ?? workFolder(cdk);
  if (!staged.has(cdk)) stage(roots[cdk], folder);
  staged.set(cdk, folder);
  return folder;
}

export async function makeTarball(cdk: Cdk, folder: string): Promise<Outcome> {
  const parameters = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  await command('npm', parameters, { cwd: npmPackage(cdk) });
  return {};
}
