import { join } from 'node:path';
import type { Cdk } from '../generate-bindings-from-schema';
import { command, isHere } from './command';
import { libraryOf } from './library';
import { npmPackage } from './npm-package';
import { writeSources } from './pacmak';
import type { Outcome } from './part';

/** Writes the module, as its repository publishes it. */
export async function writeGoModule(cdk: Cdk, folder: string): Promise<Outcome> {
  await writeSources(npmPackage(cdk), 'go', folder);
  if (!(await isHere('gofmt', '-h'))) return { missing: 'not formatted, because gofmt is missing' };
  await command('gofmt', ['-s', '-w', '.'], { cwd: folder });
  return {};
}

/** Runs a program in the folder of a Go module. */
export type Attempt = (
  program: string,
  ...parameters: readonly string[]
) => Promise<{ readonly code: number; readonly output: string }>;

/**
 * Finds the modules that a program needs. Where the module of the CDK's library is not available, it is made from the npm
 * package, as the Java library is.
 *
 * @param scratch an empty folder for that module
 * @returns what the last attempt said if modules are missing all the same
 */
export async function tidyModules(cdk: Cdk, attempt: Attempt, scratch: string): Promise<string | undefined> {
  if ((await attempt('go', 'mod', 'tidy')).code === 0) return undefined;
  const { folder, go } = libraryOf(cdk);
  await writeSources(folder, 'go', scratch);
  const module = `${go.moduleName}/${go.packageName}`;
  await attempt('go', 'mod', 'edit', `-replace=${module}=${join(scratch, go.packageName)}`);
  const { code, output } = await attempt('go', 'mod', 'tidy');
  return code === 0 ? undefined : output;
}
