import type { Cdk } from '../generate-bindings-from-schema';
import { makeNugetPackage } from './dotnet';
import { writeGoModule } from './go';
import { makeMavenArtifact } from './java';
import { makeMirror } from './mirror';
import { makeTarball } from './npm-package';
import type { Part } from './part';
import { makeWheel } from './python';
import { makeRegistrySet } from './registry';
import { makeRegistrySite } from './registry-site';

/** All there is to publish. */
export const parts: readonly Part[] = [
  ...languagesOf('cdktf'),
  ...languagesOf('cdktn'),
  { name: 'registry', make: makeRegistrySet },
  { name: 'registry-site', make: makeRegistrySite },
  { name: 'mirror', make: makeMirror },
];

function languagesOf(cdk: Cdk): readonly Part[] {
  return [
    { name: `${cdk}/js`, make: async folder => makeTarball(cdk, folder).then(() => ({})) },
    { name: `${cdk}/python`, make: folder => makeWheel(cdk, folder) },
    { name: `${cdk}/java`, make: folder => makeMavenArtifact(cdk, folder) },
    { name: `${cdk}/go`, make: folder => writeGoModule(cdk, folder) },
    { name: `${cdk}/dotnet`, make: folder => makeNugetPackage(cdk, folder) },
  ];
}

/**
 * Returns the parts with a name, and those below it: `cdktn` is all of CDK Terrain.
 *
 * @throws if a name is of no part
 */
export function partsNamed(names: readonly string[]): readonly Part[] {
  if (names.length === 0) return parts;
  const isOf = (part: Part, name: string) => part.name === name || part.name.startsWith(`${name}/`);
  const unknown = names.filter(name => !parts.some(part => isOf(part, name)));
  if (unknown.length > 0) {
    const known = parts.map(({ name }) => name).join(', ');
    throw new Error(`There is no part ${unknown.join(', ')}. There are ${known}.`);
  }
  return parts.filter(part => names.some(name => isOf(part, name)));
}
