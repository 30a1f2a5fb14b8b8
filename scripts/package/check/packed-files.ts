import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { filesBelow } from '../../ready/products.mjs';
import { clone } from './place';

/** Digests of archives that have been searched: each language carries the same npm package, and that the same provider. */
const searched = new Set<string>();

/**
 * Searches what is published, and the archives inside it.
 *
 * @param folder with the files to publish
 * @param scratch an empty folder for what is unpacked
 * @param secret text that no file may contain; the folder of the clone by default
 * @throws if a file is a link, or contains that text
 */
export function searchPackedFiles(folder: string, scratch: string, secret: string = clone): void {
  for (const file of filesBelow(folder)) {
    if (lstatSync(file).isSymbolicLink())
      throw new Error(`${file} is a symbolic link. A package has files only.`);
    const content = readFileSync(file);
    if (content.includes(secret))
      throw new Error(`${relative(folder, file)} contains ${secret}, the folder in which it was made.`);
    const digest = createHash('sha256').update(content).digest('hex');
    if (searched.has(digest) || !/\.(?:zip|whl|jar|nupkg|tgz)$/.test(file)) continue;
    const unpacked = join(scratch, digest.slice(0, 16));
    mkdirSync(unpacked, { recursive: true });
    if (file.endsWith('.tgz')) untar(file, unpacked);
    else unzip(content, unpacked);
    searchPackedFiles(unpacked, scratch, secret);
    searched.add(digest);
  }
}

/** Our archives have no entries for links: `archiveOf` writes plain files. */
function unzip(archive: Buffer, folder: string): void {
  for (const [name, content] of Object.entries(unzipSync(archive))) {
    if (name.endsWith('/')) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function untar(file: string, folder: string): void {
  execFileSync('tar', ['-xzf', file, '-C', folder]);
}
