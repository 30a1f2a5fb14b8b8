import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedAnew } from '../build/archive';
import type { Cdk } from '../generate-bindings-from-schema';
import { command, isHere } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';

/** Writes the sources of the package, and the package itself where the .NET SDK is. */
export async function makeNugetPackage(cdk: Cdk, folder: string): Promise<Outcome> {
  await writeSources(npmPackage(cdk), 'dotnet', folder);
  if (!(await isHere('dotnet', '--version')))
    return { missing: 'sources only, because the .NET SDK (dotnet) is missing' };
  const [project = ''] = readdirSync(folder);
  const sources = join(folder, project);
  await command('dotnet', ['pack', '--configuration', 'Release', '--output', folder], { cwd: sources });
  for (const name of readdirSync(folder).filter(file => file.endsWith('nupkg'))) {
    const file = join(folder, name);
    writeFileSync(file, await packedAnew(readFileSync(file)));
  }
  for (const built of ['bin', 'obj']) rmSync(join(sources, built), { recursive: true, force: true });
  return {};
}
