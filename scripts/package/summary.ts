import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow } from '../ready/products.mjs';
import type { Outcome } from './part';

/** More files than these are counted. */
const mostListed = 14;

/** Returns a line for each file of a part, or one for all if there are many. */
export function summaryOf(name: string, folder: string, { missing }: Outcome): readonly string[] {
  const files = filesBelow(folder).map(file => ({
    path: relative(folder, file).split(sep).join('/'),
    size: statSync(file).size,
  }));
  const published = files.filter(({ path }) => !/\.(?:md5|sha1)$/.test(path));
  const total = published.reduce((sum, { size }) => sum + size, 0);
  const lines =
    published.length > mostListed
      ? [row(name, `${published.length} files`, total)]
      : published.map(({ path, size }) => row(name, path, size));
  return missing === undefined ? lines : [...lines, `${name.padEnd(14)} NOTE: ${missing}`];
}

function row(name: string, what: string, bytes: number): string {
  return `${name.padEnd(14)} ${sizeOf(bytes).padStart(9)}  ${what}`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}
