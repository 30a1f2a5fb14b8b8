import type { Cdk } from '../generate-bindings-from-schema';
import { checkNugetPackage } from './check/dotnet';
import { checkGoModule } from './check/go';
import { checkMavenArtifact } from './check/java';
import { checkTarball } from './check/javascript';
import { checkMirror } from './check/mirror';
import type { Place } from './check/place';
import { checkWheel } from './check/python';
import { checkRegistrySet } from './check/registry';
import { checkRegistrySite } from './check/registry-site';
import { makeNugetPackage } from './dotnet';
import { writeGoModule } from './go';
import { makeMavenArtifact } from './java';
import { makeMirror } from './mirror';
import { makeTarball } from './npm-package';
import type { Outcome, Part } from './part';
import { makeWheel } from './python';
import { makeRegistrySet } from './registry';
import { makeRegistrySite } from './registry-site';

/** All there is to publish. */
export const parts: readonly Part[] = [
  ...languagesOf('cdktf'),
  ...languagesOf('cdktn'),
  { name: 'registry', make: makeRegistrySet, check: checkRegistrySet },
  { name: 'registry-site', make: makeRegistrySite, check: checkRegistrySite },
  { name: 'mirror', make: makeMirror, check: checkMirror },
];

interface Language {
  readonly make: (cdk: Cdk, folder: string) => Promise<Outcome>;
  readonly check: (cdk: Cdk, folder: string, place: Place) => Promise<void>;
}

function languagesOf(cdk: Cdk): readonly Part[] {
  const languages: Readonly<Record<string, Language>> = {
    js: { make: makeTarball, check: checkTarball },
    python: { make: makeWheel, check: checkWheel },
    java: { make: makeMavenArtifact, check: checkMavenArtifact },
    go: { make: writeGoModule, check: checkGoModule },
    dotnet: { make: makeNugetPackage, check: checkNugetPackage },
  };
  return Object.entries(languages).map(([language, { make, check }]) => ({
    name: `${cdk}/${language}`,
    make: folder => make(cdk, folder),
    check: (folder, place) => check(cdk, folder, place),
  }));
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
