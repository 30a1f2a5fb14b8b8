import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Cdk } from '../../scripts/generate-bindings';
import { localRepository } from '../../scripts/package/java';
import { libraryOf, writeSources } from '../../scripts/package/pacmak';
import type { CdktfProject } from '../cdktf/cdktf-project';
import { type Run, run, succeeded } from '../cdktf/run';
import { madePart } from './made-parts';

/** How the example in a language gets the package that `npm run package` makes. */
export interface Toolchain {
  /** Prepares the project. Returns why it cannot be tried here, where that is so. */
  prepare(project: CdktfProject, cdk: Cdk): Promise<string | undefined>;
  /** Added to PATH while the project runs. */
  readonly programs?: string;
  /** Added to the environment of the project. */
  environment?(): Promise<Readonly<Record<string, string>>>;
}

export const toolchains: Readonly<Record<string, Toolchain>> = {
  typescript: { prepare: async () => undefined },

  python: {
    programs: 'venv/bin',
    async prepare(project, cdk) {
      const made = await attempt(project, 'python3', '-m', 'venv', 'venv');
      if (made.code !== 0) return `python3 with venv is missing: ${made.output}`;
      const folder = await madePart(`${cdk}/python`);
      const [wheel = ''] = await readdir(folder);
      const installed = await attempt(
        project,
        'venv/bin/pip',
        'install',
        '--quiet',
        path.join(folder, wheel),
      );
      return installed.code === 0 ? undefined : `pip cannot install ${wheel}: ${lastOf(installed.output)}`;
    },
  },

  java: {
    async prepare(project, cdk) {
      const { code } = await attempt(project, 'mvn', '--version');
      if (code !== 0) return 'Maven (mvn) is missing';
      const folder = await madePart(`${cdk}/java`);
      await mkdir(path.join(project.folder, '.mvn'));
      await writeFile(path.join(project.folder, '.mvn/maven.config'), '--settings\nsettings.xml\n');
      await writeFile(path.join(project.folder, 'settings.xml'), settingsWith(folder));
      return undefined;
    },
  },

  go: {
    environment: goFolders,
    async prepare(project, cdk) {
      const { code } = await attempt(project, 'go', 'version');
      if (code !== 0) return 'Go is missing';
      const folder = path.join(await madePart(`${cdk}/go`), 'svc');
      for (const source of [project.folder, folder])
        expectFormatted(await attempt(project, 'gofmt', '-s', '-l', source));
      const module = `example.invalid/${cdk}-provider-svc-go/svc`;
      succeeded(await attempt(project, 'go', 'mod', 'edit', `-replace=${module}=${folder}`));
      const missing = await tidyModules(cdk, project);
      if (missing !== undefined) return `the modules that it needs are not available: ${lastOf(missing)}`;
      succeeded(await attempt(project, 'go', 'vet', './...'));
      return undefined;
    },
  },
};

/** Folders of this machine: the home of a project has no modules, and compiling the library of a CDK takes a minute. */
async function goFolders(): Promise<Readonly<Record<string, string>>> {
  const options = { cwd: '.', environment: {} };
  const asked = await run('go', ['env', '-json', 'GOCACHE', 'GOMODCACHE'], options).catch(() => undefined);
  return asked?.code === 0 ? z.record(z.string(), z.string()).parse(JSON.parse(asked.output)) : {};
}

/**
 * Finds the modules that the example needs. Where the module of the CDK's library is not available, it is made from the
 * npm package, as the Java library is. Returns why modules are missing all the same.
 */
async function tidyModules(cdk: Cdk, project: CdktfProject): Promise<string | undefined> {
  if ((await attempt(project, 'go', 'mod', 'tidy')).code === 0) return undefined;
  const { folder, go } = libraryOf(cdk);
  const scratch = path.join(project.folder, 'library');
  await writeSources(folder, 'go', scratch);
  const module = `${go.moduleName}/${go.packageName}`;
  await attempt(project, 'go', 'mod', 'edit', `-replace=${module}=${path.join(scratch, go.packageName)}`);
  const { code, output } = await attempt(project, 'go', 'mod', 'tidy');
  return code === 0 ? undefined : output;
}

/** Runs a program in the project; one that cannot be started has failed. */
async function attempt(project: CdktfProject, program: string, ...parameters: string[]): Promise<Run> {
  const command = program.includes('/') ? path.join(project.folder, program) : program;
  try {
    return await run(command, parameters, { cwd: project.folder, environment: { GOFLAGS: '-mod=mod' } });
  } catch (error) {
    return { code: 127, output: String(error) };
  }
}

function lastOf(output: string): string {
  return output.trim().slice(-500);
}

function expectFormatted({ code, output }: Run): void {
  if (code !== 0 || output !== '') throw new Error(`gofmt would change:\n${output}`);
}

function settingsWith(repository: string): string {
  return `<settings>
  <localRepository>${localRepository}</localRepository>
  <profiles>
    <profile>
      <id>packages</id>
      <repositories>
        <repository>
          <id>packages</id>
          <url>file://${repository}</url>
        </repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles>
    <activeProfile>packages</activeProfile>
  </activeProfiles>
</settings>
`;
}
