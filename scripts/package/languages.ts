import type { Cdk } from '../generate-bindings';
import { command, isHere } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import { workFolder } from './temporary-folder';

/** Writes the module, as its repository publishes it. */
export async function writeGoModule(cdk: Cdk, folder: string): Promise<void> {
  await writeSources(npmPackage(cdk), 'go', folder);
  if (await isHere('gofmt', '-h')) await command('gofmt', ['-s', '-w', '.'], folder);
  else console.error(`NOTE: ${cdk}/go is not formatted, because gofmt is missing.`);
}

/** Makes the wheel. */
export async function makeWheel(cdk: Cdk, folder: string): Promise<void> {
  const sources = workFolder(`${cdk}-python`);
  await writeSources(npmPackage(cdk), 'python', sources);
  const parameters = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources];
  await command('python3', parameters, sources);
}
