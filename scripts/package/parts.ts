import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import type { Cdk } from '../generate-bindings';
import { filesBelow } from '../ready/products.mjs';
import { checkWheels } from './check/commands';
import { checkMirror } from './check/hcl';
import { checkTarball } from './check/javascript';
import type { Place } from './check/place';
import { command } from './command';
import { makeMavenArtifact } from './java';
import { makeTarball } from './npm-package';
import { makeWheel, writeGoModule } from './pacmak';
import { registryFiles, writeMirror, writeRegistrySet } from './registry';
import { builtArchives } from './registry-archives';

/** A thing to publish. `npm run package -- --only NAME` makes it alone, and so does the beginning of its name. */
export interface Part {
  /** Also its folder in dist/packages, for example `cdktn/python`. */
  readonly name: string;
  /** True if versions that are in the folder stay: projects are locked to them. */
  readonly keepsVersions?: true;
  /** Writes the part's files into its folder, which is empty or has other versions. The same sources give the same bytes. */
  make(folder: string): Promise<void>;
  /** Uses the part's files as its users do, in an empty place. */
  check(folder: string, place: Place): Promise<void>;
}

/** Makes a part beside its folder and then moves it there, so that folder is never half made; or adds a version in place. */
export async function makePart({ name, make, keepsVersions }: Part, packages: string): Promise<void> {
  const folder = join(packages, name);
  const making = keepsVersions ? folder : `${folder}.making`;
  if (!keepsVersions) for (const path of [folder, making]) rmSync(path, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await make(making);
  renameSync(making, folder);
}

/** All there is to publish. */
export const parts: readonly Part[] = [
  ...languagesOf('cdktf'),
  ...languagesOf('cdktn'),
  {
    name: 'registry',
    make: async folder => writeRegistrySet(folder, version, await builtArchives()),
    check: checkRegistrySet,
  },
  {
    name: 'mirror',
    keepsVersions: true,
    make: async folder => writeMirror(folder, version, await builtArchives()),
    check: checkMirror,
  },
  { name: 'api', make: writeReference, check: async () => {} },
];

/** Writes the reference of the constructs for each language, from jsii's assembly: `reference.python.md`. */
async function writeReference(folder: string): Promise<void> {
  const languages = ['typescript', 'python', 'java', 'go'].flatMap(name => ['--language', name]);
  const program = require.resolve('jsii-docgen/bin/jsii-docgen');
  const parameters = [program, ...languages, '--output', join(folder, 'reference')];
  await command(process.execPath, parameters, process.cwd());
}

/** The mirror has the same archives, and its check runs them. */
async function checkRegistrySet(folder: string, place: Place): Promise<void> {
  await place.run(['sha256sum', '--check', registryFiles(version).checksums], { cwd: folder });
}

function languagesOf(cdk: Cdk): readonly Part[] {
  const languages: Readonly<Record<string, (cdk: Cdk, folder: string) => Promise<void>>> = {
    python: makeWheel,
    java: makeMavenArtifact,
    go: writeGoModule,
  };
  const skip: Part['check'] = async (_, place) =>
    place.skip('installed and deployed by "npm run test:languages"');
  const wheel: Part['check'] = (folder, place) => checkWheels(filesBelow(folder), place);
  const make = (folder: string) => makeTarball(cdk, folder);
  return [
    { name: `${cdk}/js`, make, check: (folder, place) => checkTarball(cdk, folder, place) },
    ...Object.entries(languages).map(([language, make]) => ({
      name: `${cdk}/${language}`,
      make: (folder: string) => make(cdk, folder),
      check: language === 'python' ? wheel : skip,
    })),
  ];
}

/**
 * Returns the parts with a name, and those below it: `cdktn` is all of CDK Terrain.
 *
 * @throws if a name is of no part
 */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const isOf = (part: Part, name: string) => part.name === name || part.name.startsWith(`${name}/`);
  const unknown = names.filter(name => !parts.some(part => isOf(part, name)));
  const known = parts.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. There are ${known}.`);
  return names.length === 0 ? parts : parts.filter(part => names.some(name => isOf(part, name)));
}
