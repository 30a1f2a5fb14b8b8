import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cdk } from '../../generate-bindings-from-schema';
import { installLibrary, libraryFolder, localRepository } from '../java';
import type { Place } from './place';
import { copyExample, synthesize } from './synthesis';

/** Resolves the artifact from its repository with an empty local one, and synthesizes the example. */
export async function checkMavenArtifact(cdk: Cdk, folder: string, place: Place): Promise<void> {
  if ((await place.attempt(['mvn', '--version'])).code !== 0)
    return place.skip('the artifact was not installed, because Maven (mvn) is missing');
  cpSync(folder, place.path('packages'), { recursive: true });
  // Maven Central does not have the library of the CDK in this version (examples/README.md).
  await installLibrary(cdk);
  cpSync(join(localRepository, libraryFolder(cdk)), place.path('library', libraryFolder(cdk)), {
    recursive: true,
  });
  const project = copyExample(cdk, 'java', place);
  mkdirSync(join(project, '.mvn'));
  writeFileSync(join(project, '.mvn/maven.config'), '--settings\nsettings.xml\n');
  writeFileSync(join(project, 'settings.xml'), settings(place));
  await synthesize(place, project);
}

function settings(place: Place): string {
  const repository = (name: string) => `
        <repository>
          <id>${name}</id>
          <url>file://${place.path(name)}</url>
        </repository>`;
  return `<settings>
  <localRepository>${place.path('local-repository')}</localRepository>
  <profiles>
    <profile>
      <id>check</id>
      <repositories>${repository('packages')}${repository('library')}
      </repositories>
    </profile>
  </profiles>
  <activeProfiles>
    <activeProfile>check</activeProfile>
  </activeProfiles>
</settings>
`;
}
