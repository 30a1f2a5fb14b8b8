import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { clone } from './hidden-clone';

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
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files) {
    const file = join(parentPath, name);
    const status = lstatSync(file);
    if (status.isSymbolicLink()) throw new Error(`${file} is a symbolic link. A package has files only.`);
    if (status.isFile()) searchFile(file, relative(folder, file), { scratch, secret });
  }
}

function searchFile(
  file: string,
  path: string,
  { scratch, secret }: { scratch: string; secret: string },
): void {
  const content = readFileSync(file);
  if (content.includes(secret))
    throw new Error(
      `${path} contains ${secret}, the folder in which it was made. It is not the same elsewhere.`,
    );
  const unpack = unpackers.find(({ endings }) => endings.test(basename(file)))?.unpack;
  const digest = createHash('sha256').update(content).digest('hex');
  if (unpack === undefined || searched.has(digest)) return;
  const unpacked = join(scratch, digest.slice(0, 16));
  mkdirSync(unpacked, { recursive: true });
  unpack(file, unpacked);
  searchPackedFiles(unpacked, scratch, secret);
  searched.add(digest);
}

const unpackers = [
  { endings: /\.(?:zip|whl|jar|nupkg)$/, unpack: unzip },
  { endings: /\.tgz$/, unpack: untar },
];

/** Our archives have no entries for links: `normalizeZip` and `archiveOf` write plain files. */
function unzip(file: string, folder: string): void {
  for (const [name, content] of Object.entries(unzipSync(readFileSync(file)))) {
    if (name.endsWith('/')) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

export function untar(file: string, folder: string): void {
  execFileSync('tar', ['-xzf', file, '-C', folder]);
}
