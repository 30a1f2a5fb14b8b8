import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../package.json';
import { billFile, billOfMaterials, compiledIn } from './bill-of-materials';
import { type BundledPackage, bundledPackages } from './bundled-packages';

/** Licence texts for packages without one, by the licence expression in package.json. */
const ownTexts = join(__dirname, 'licences');

/** Writes what a product contains: name, version and licence of every bundled package, and the bill of materials. */
export async function writeNotices(folder: string, name: string, inputs: readonly string[]): Promise<void> {
  const packages = bundledPackages(inputs);
  const head = 'What is bundled here contains code of these packages.\n';
  const texts = [head, ...(await Promise.all(packages.map(licenceText)))];
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), texts.join(`\n${'-'.repeat(80)}\n\n`));
  await writeFile(join(folder, billFile), billOfMaterials(name, version, packages));
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
