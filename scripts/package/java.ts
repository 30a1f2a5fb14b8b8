import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cdk } from '../generate-bindings';
import { command, earliestTime, isHere } from './command';
import { libraryOf } from './library';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';
import { workFolder } from './temporary-folder';

/** Local Maven repository of the clone: the user's own gets no libraries that we have built. */
export const localRepository = join(process.cwd(), '.cache', 'maven');

/** Makes the artifact with its sources and documentation, in the layout of a Maven repository. */
export async function makeMavenArtifact(cdk: Cdk, folder: string): Promise<Outcome> {
  if (!(await isHere('mvn', '--version'))) {
    await writeSources(npmPackage(cdk), 'java', folder);
    return { missing: 'sources only, because Maven (mvn) is missing' };
  }
  await installLibrary(cdk);
  const sources = await sourcesOf(npmPackage(cdk), `${cdk}-java`);
  const target = `-DaltDeploymentRepository=local::default::file://${folder}`;
  const time = `-Dproject.build.outputTimestamp=${earliestTime}`;
  await maven(sources, 'deploy', target, time, '-Dmaven.javadoc.failOnError=true', '-Dnotimestamp=true');
  return {};
}

/** Maven Central does not have every version of the library of a CDK, so it is built from its npm package. */
export async function installLibrary(cdk: Cdk): Promise<void> {
  const { folder, version, java } = libraryOf(cdk);
  const jar = join(libraryFolder(cdk), version, `${java.artifactId}-${version}.jar`);
  if (existsSync(join(localRepository, jar))) return;
  const sources = await sourcesOf(folder, `library-${cdk}-java`);
  await maven(sources, 'install', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true');
}

/** Folder of the library of a CDK in a Maven repository. */
export function libraryFolder(cdk: Cdk): string {
  const { groupId, artifactId } = libraryOf(cdk).java;
  return join(...groupId.split('.'), artifactId);
}

async function sourcesOf(module: string, name: string): Promise<string> {
  const sources = workFolder(name);
  await writeSources(module, 'java', sources);
  const pom = join(sources, 'pom.xml');
  writeFileSync(pom, withLeastVersions(readFileSync(pom, 'utf8')));
  return sources;
}

/**
 * Replaces each range of versions by the least of them. Maven would read the descriptor of every version in a range,
 * and take another one tomorrow.
 */
export function withLeastVersions(pom: string): string {
  return pom.replace(/<version>\[([^,<]+),[^<]*\)<\/version>/g, '<version>$1</version>');
}

function maven(cwd: string, ...parameters: readonly string[]): Promise<void> {
  const settings = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${localRepository}`];
  return command('mvn', [...settings, ...parameters], cwd);
}
