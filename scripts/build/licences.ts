import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licence texts for packages without one, by the licence expression in package.json. */
const ownTexts = join(__dirname, 'licences');

/** Returns name, version and licence of every bundled package, sorted by name, as one text for the package. */
export async function licenceTexts(inputs: readonly string[]): Promise<string> {
  const directories = new Set(inputs.flatMap(packageDirectory));
  const texts = await Promise.all([...directories].sort().map(licenceText));
  const head = 'What is bundled here contains code of these packages.\n';
  return [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

function packageDirectory(input: string): string[] {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return found?.[1] === undefined ? [] : [found[1]];
}

async function licenceText(directory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const name = fieldOf(manifest, 'name');
  const version = fieldOf(manifest, 'version');
  const licence = fieldOf(manifest, 'license').replace(/^\(|\)$/g, '');
  const file = (await readdir(directory)).find(entry => /^licen[cs]e(\.|$)/i.test(entry));
  const path = file === undefined ? join(ownTexts, `${slugOf(licence)}.txt`) : join(directory, file);
  return `${name} ${version} (${licence})\n\n${(await readFile(path, 'utf8')).trim()}\n`;
}

function slugOf(licence: string): string {
  return licence.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
}

function fieldOf(manifest: unknown, field: string): string {
  const value =
    manifest instanceof Object ? Object.entries(manifest).find(([name]) => name === field)?.[1] : undefined;
  if (typeof value !== 'string') throw new Error(`A bundled package has no ${field} in its package.json.`);
  return value;
}
