import { join } from 'node:path';
import { command } from './command';
import type { Outcome } from './part';

const languages = ['typescript', 'python', 'java', 'csharp', 'go'];

/** Writes the reference of the constructs for each language, from jsii's assembly: `reference.python.md`. */
export async function writeReference(folder: string): Promise<Outcome> {
  const chosen = languages.flatMap(language => ['--language', language]);
  const program = require.resolve('jsii-docgen/bin/jsii-docgen');
  const parameters = [program, ...chosen, '--output', join(folder, 'reference')];
  await command(process.execPath, parameters, { cwd: process.cwd() });
  return {};
}
