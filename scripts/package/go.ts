import type { Cdk } from '../generate-bindings-from-schema';
import { command, isHere } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';

/** Writes the module, as its repository publishes it. */
export async function writeGoModule(cdk: Cdk, folder: string): Promise<Outcome> {
  await writeSources(npmPackage(cdk), 'go', folder);
  if (!(await isHere('gofmt', '-h'))) return { missing: 'not formatted, because gofmt is missing' };
  await command('gofmt', ['-s', '-w', '.'], { cwd: folder });
  return {};
}
