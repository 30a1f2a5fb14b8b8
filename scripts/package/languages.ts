import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedAnew } from '../build/archive';
import type { Cdk } from '../generate-bindings';
import { command, isHere } from './command';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';
import { workFolder } from './temporary-folder';

/** Writes the sources of the package, and the package itself where the .NET SDK is. */
export async function makeNugetPackage(cdk: Cdk, folder: string): Promise<Outcome> {
  await writeSources(npmPackage(cdk), 'dotnet', folder);
  if (!(await isHere('dotnet', '--version')))
    return { missing: 'sources only, because the .NET SDK (dotnet) is missing' };
  const [project = ''] = readdirSync(folder);
  const sources = join(folder, project);
  await command('dotnet', ['pack', '--configuration', 'Release', '--output', folder], sources);
  await packAnew(readdirSync(folder).flatMap(name => (name.endsWith('nupkg') ? join(folder, name) : [])));
  for (const built of ['bin', 'obj']) rmSync(join(sources, built), { recursive: true, force: true });
  return {};
}

/** Writes the module, as its repository publishes it. */
export async function writeGoModule(cdk: Cdk, folder: string): Promise<Outcome> {
  await writeSources(npmPackage(cdk), 'go', folder);
  if (!(await isHere('gofmt', '-h'))) return { missing: 'not formatted, because gofmt is missing' };
  await command('gofmt', ['-s', '-w', '.'], folder);
  return {};
}

/** Makes the wheel. */
export async function makeWheel(cdk: Cdk, folder: string): Promise<Outcome> {
  const sources = workFolder(`${cdk}-python`);
  await writeSources(npmPackage(cdk), 'python', sources);
  const parameters = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources];
  await command('python3', parameters, sources);
  await packAnew(readdirSync(folder).map(name => join(folder, name)));
  return {};
}

async function packAnew(files: readonly string[]): Promise<void> {
  for (const file of files) writeFileSync(file, await packedAnew(readFileSync(file)));
}
