import { cpSync } from 'node:fs';
import type { Cdk } from '../../generate-bindings-from-schema';
import type { Place } from './place';
import { copyExample, synthesize } from './synthesis';

/** Adds the folder as a source of packages, and synthesizes the example. */
export async function checkNugetPackage(cdk: Cdk, folder: string, place: Place): Promise<void> {
  if ((await place.attempt(['dotnet', '--version'])).code !== 0)
    return place.skip('there is no package to install, because the .NET SDK (dotnet) is missing');
  const packages = place.path('packages');
  cpSync(folder, packages, { recursive: true });
  const project = copyExample(cdk, 'csharp', place);
  await place.run(['dotnet', 'nuget', 'add', 'source', packages, '--name', 'check'], { cwd: project });
  await synthesize(place, project);
}
