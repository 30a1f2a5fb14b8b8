import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from '../ready/products.mjs';
import { command } from './command';
import { packageReadme } from './package-readme';
import { workFolder } from './work-folder';

export type Language = 'python' | 'java' | 'go' | 'dotnet';

/**
 * Writes the sources of a jsii package in another language. Each contains the tarball of the npm package. A library of a
 * CDK keeps its own README.
 *
 * @param module folder of the npm package
 */
export async function writeSources(module: string, language: Language, folder: string): Promise<void> {
  const output = workFolder(`${basename(folder)}-sources`);
  rmSync(output, { recursive: true, force: true });
  const pacmak = require.resolve('jsii-pacmak/bin/jsii-pacmak');
  const parameters = [
    '--code-only',
    // A fingerprint has the time in it.
    '--no-fingerprint',
    // `npm pack` alone would run the scripts of a package.
    ...['--pack-command', 'npm pack --ignore-scripts'],
    ...['--targets', language, '--outdir', output, module],
  ];
  try {
    await command(process.execPath, [pacmak, ...parameters], { cwd: module });
    if (isOurs(module)) replaceReadme(join(output, language), module, language);
    cpSync(join(output, language), folder, { recursive: true });
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

const manifestOf = (module: string): unknown =>
  JSON.parse(readFileSync(join(module, 'package.json'), 'utf8'));

const isOurs = (module: string): boolean => !module.includes('node_modules');

/** jsii-pacmak copies the README of the npm package, which says how to install that one. */
function replaceReadme(sources: string, module: string, language: Language): void {
  for (const file of filesBelow(sources).filter(path => basename(path) === 'README.md'))
    writeFileSync(file, packageReadme(manifestOf(module), language));
}
