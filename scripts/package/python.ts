import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cdk } from '../generate-bindings-from-schema';
import { command } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';
import { workFolder } from './work-folder';
import { normalizeZip } from './zip';

/** Makes the wheel. */
export async function makeWheel(cdk: Cdk, folder: string): Promise<Outcome> {
  const sources = workFolder(`${cdk}-python`);
  rmSync(sources, { recursive: true, force: true });
  await writeSources(npmPackage(cdk), 'python', sources);
  const parameters = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources];
  await command('python3', parameters, { cwd: sources });
  for (const name of readdirSync(folder)) await normalizeZip(join(folder, name));
  return {};
}
