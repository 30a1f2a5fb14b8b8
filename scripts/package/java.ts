import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cdk } from '../generate-bindings';
import { command, earliestTime, isHere } from './command';
import { npmPackage } from './npm-package';
import { libraryOf, writeSources } from './pacmak';
import { workFolder } from './temporary-folder';

/** Local Maven repository of the clone: the user's own gets no libraries that we have built. */
export const localRepository = join(process.cwd(), '.cache', 'maven');

/** Makes the artifact with its sources and documentation, in the layout of a Maven repository. */
export async function makeMavenArtifact(cdk: Cdk, folder: string): Promise<void> {
  if (!(await isHere('mvn', '--version'))) {
    console.error(`NOTE: ${cdk}/java has the sources only, because Maven (mvn) is missing.`);
    return writeSources(npmPackage(cdk), 'java', folder);
  }
  await installLibrary(cdk);
  const sources = await sourcesOf(npmPackage(cdk), `${cdk}-java`);
  const licence = join(sources, 'src', 'main', 'resources', 'META-INF', 'LICENSE');
  cpSync(join(npmPackage(cdk), 'LICENSE'), licence);
  const target = `-DaltDeploymentRepository=local::default::file://${folder}`;
  const time = `-Dproject.build.outputTimestamp=${earliestTime}`;
  await maven(sources, 'deploy', target, time, '-Dmaven.javadoc.failOnError=true', '-Dnotimestamp=true');
}

/** Maven Central does not have every version of the library of a CDK, so it is built from its npm package. */
async function installLibrary(cdk: Cdk): Promise<void> {
  const { folder, version, java } = libraryOf(cdk);
  const { groupId, artifactId } = java;
  const jar = join(...groupId.split('.'), artifactId, version, `${artifactId}-${version}.jar`);
  if (existsSync(join(localRepository, jar))) return;
  const sources = await sourcesOf(folder, `library-${cdk}-java`);
  await maven(sources, 'install', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true');
}

async function sourcesOf(module: string, name: string): Promise<string> {
  const sources = workFolder(name);
  await writeSources(module, 'java', sources);
  const pom = join(sources, 'pom.xml');
  writeFileSync(pom, withLeastVersions(readFileSync(pom, 'utf8')));
  return sources;
}

/** Replaces each range of versions by its least: Maven would read each descriptor in it, and take another one tomorrow. */
function withLeastVersions(pom: string): string {
  return pom.replace(/<version>\[([^,<]+),[^<]*\)<\/version>/g, '<version>$1</version>');
}

function maven(cwd: string, ...parameters: readonly string[]): Promise<void> {
  const settings = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${localRepository}`];
  return command('mvn', [...settings, ...parameters], cwd);
}
