import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from '../ready/products.mjs';
import { command } from './command';
import { temporaryFolder, workFolder } from './temporary-folder';

const manifest = z.object({ name: z.string() });

export type Language = 'python' | 'java' | 'go';

/**
 * Writes the sources of a jsii package in another language. Each contains the tarball of the npm package. A library of a
 * CDK keeps its own README.
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
  if (!module.includes('node_modules')) replaceReadme(join(output, language), module);
  cpSync(join(output, language), folder, { recursive: true });
}

/**
 * Returns the README of every package of constructs but the npm package for cdktf, whose README is that of the repository.
 * Registries say how to install a package.
 */
export const packageReadme = (name: string) => `# ${name}

Infrastructure as code for the SVC security-operations platform: webhook endpoints and API keys. This package has the
constructs for ${name.startsWith('cdktn') ? 'CDK Terrain' : 'cdktf'}, and the Terraform provider that they use.

It needs Node.js 20 or newer, and Terraform 1.8 or newer or OpenTofu. The npm package \`${name}\` contains the
documentation (\`docs\`) and one stack in each language (\`examples\`).
`;

/** jsii-pacmak copies the README of the npm package, which says how to install that one. */
function replaceReadme(sources: string, module: string): void {
  const { name } = manifest.parse(JSON.parse(readFileSync(join(module, 'package.json'), 'utf8')));
  for (const file of filesBelow(sources).filter(path => basename(path) === 'README.md'))
    writeFileSync(file, packageReadme(name));
}
