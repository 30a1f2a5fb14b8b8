import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledIn } from './bill-of-materials';
import type { BundledPackage } from './bundled-packages';

/** Licence texts for packages without one, by the licence expression in package.json. */
const ownTexts = join(__dirname, 'licences');

/** Returns name, version and licence of every bundled package, sorted by name, as one text for the package. */
export async function licenceTexts(packages: readonly BundledPackage[]): Promise<string> {
  const texts = await Promise.all(packages.map(licenceText));
  const head = 'What is bundled here contains code of these packages.\n';
  return [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceText({ directory, name, version, licence }: BundledPackage): Promise<string> {
  const file = (await readdir(directory)).find(entry => /^licen[cs]e(\.|$)/i.test(entry));
  const slug = licence.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const path = file === undefined ? join(ownTexts, `${slug}.txt`) : join(directory, file);
  const parts = (compiledIn[name] ?? []).map(async part => {
    const text = await readFile(join(ownTexts, `${part.name}.txt`), 'utf8');
    return `\n${name} contains ${part.name} (${part.licence}), compiled.\n\n${text.trim()}\n`;
  });
  const text = (await readFile(path, 'utf8')).trim();
  return [`${name} ${version} (${licence})\n\n${text}\n`, ...(await Promise.all(parts))].join('');
}
