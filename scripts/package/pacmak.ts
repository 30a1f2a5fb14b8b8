import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command';
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
