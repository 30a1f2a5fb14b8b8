import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command';

export type Language = 'python' | 'java' | 'go' | 'dotnet';

/**
 * Writes the sources of a jsii package in another language. Each contains the tarball of the npm package.
 *
 * @param module folder of the npm package
 */
export async function writeSources(module: string, language: Language, folder: string): Promise<void> {
  const output = `${folder}.sources`;
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
  await command(process.execPath, [pacmak, ...parameters], { cwd: module });
  cpSync(join(output, language), folder, { recursive: true });
  rmSync(output, { recursive: true });
}
