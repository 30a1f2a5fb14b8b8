import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Cdk } from '../generate-bindings';
import { command, isHere } from './command';
import { npmPackage } from './npm-package';
import { temporaryFolder, workFolder } from './temporary-folder';

export type Language = 'python' | 'java' | 'go';

/**
 * Writes the sources of a jsii package in another language. Each contains the tarball of the npm package.
 *
 * @param module folder of the npm package
 */
export async function writeSources(module: string, language: Language, folder: string): Promise<void> {
  // A new one each time: a library and our package would be mixed.
  const output = temporaryFolder(workFolder(), 'sources-');
  const pacmak = require.resolve('jsii-pacmak/bin/jsii-pacmak');
  const parameters = [
    '--code-only',
    // A fingerprint has the time in it.
    '--no-fingerprint',
    // `npm pack` alone would run the scripts of a package.
    ...['--pack-command', 'npm pack --ignore-scripts'],
    ...['--targets', language, '--outdir', output, module],
  ];
  await command(process.execPath, [pacmak, ...parameters], module);
  cpSync(join(output, language), folder, { recursive: true });
}

/** Writes the module, as its repository publishes it. */
export async function writeGoModule(cdk: Cdk, folder: string): Promise<void> {
  await writeSources(npmPackage(cdk), 'go', folder);
  if (await isHere('gofmt', '-h')) await command('gofmt', ['-s', '-w', '.'], folder);
  else console.error(`NOTE: ${cdk}/go is not formatted, because gofmt is missing.`);
}

/** Makes the wheel. */
export async function makeWheel(cdk: Cdk, folder: string): Promise<void> {
  const sources = workFolder(`${cdk}-python`);
  await writeSources(npmPackage(cdk), 'python', sources);
  const parameters = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, sources];
  await command('python3', parameters, sources);
}

const assembly = z.object({
  version: z.string(),
  targets: z.object({
    java: z.object({ maven: z.object({ groupId: z.string(), artifactId: z.string() }) }),
    go: z.object({ moduleName: z.string(), packageName: z.string() }),
  }),
});

/** The library of a CDK in its npm package, from which those for other languages are made where a registry lacks them. */
export function libraryOf(cdk: Cdk) {
  const folder = dirname(require.resolve(`${cdk}/package.json`));
  const { version, targets } = assembly.parse(JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8')));
  return { folder, version, java: targets.java.maven, go: targets.go };
}
