import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedAnew } from '../build/archive';
import type { Cdk } from '../generate-bindings-from-schema';
import { command } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';
import { workFolder } from './temporary-folder';

/** Makes the wheel. */
export async function makeWheel(cdk: Cdk, folder: string): Promise<Outcome> {
  const sources = workFolder(`${cdk}-python`);
  await writeSources(npmPackage(cdk), 'python', sources);
  const parameters = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources];
  await command('python3', parameters, { cwd: sources });
  for (const name of readdirSync(folder)) {
    const wheel = join(folder, name);
    writeFileSync(wheel, await packedAnew(readFileSync(wheel)));
  }
  return {};
}
