import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Material } from '../build/bill-of-materials';
import { command } from './command';
import pinned from './node-binaries.json';

/** A Node.js to ship with the provider. */
export interface NodeBinary {
  readonly program: Buffer;
  /** Licence of Node.js and of the libraries in it. */
  readonly licence: Buffer;
  readonly material: Material;
}

export const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'] as const;
export type Platform = (typeof platforms)[number];

/** Bytes; a program has about 120 MB. */
const largestFile = 512 * 1024 * 1024;

/**
 * Returns the Node.js of a platform from its npm package, which npm downloads into .cache/node once. The package's
 * integrity, as the registry stated it when it was chosen, is in node-binaries.json and checked every time.
 *
 * @throws if npm cannot download it, or if its bytes differ
 */
export async function nodeBinary(platform: Platform): Promise<NodeBinary> {
  const { name, integrity } = pinned.packages[platform];
  const tarball = await downloaded(name, integrity);
  const [program, licence] = await Promise.all([
    fileOf(tarball, 'package/bin/node'),
    fileOf(tarball, 'package/LICENSE'),
  ]);
  return { program, licence, material: { name, version: pinned.version, licence: 'MIT', integrity } };
}

async function downloaded(name: string, integrity: string): Promise<string> {
  const folder = join(process.cwd(), '.cache', 'node');
  const tarball = join(folder, `${name}-${pinned.version}.tgz`);
  if (existsSync(tarball) && (await integrityOf(tarball)) === integrity) return tarball;
  mkdirSync(folder, { recursive: true });
  const parameters = ['pack', `${name}@${pinned.version}`, '--silent', '--pack-destination', folder];
  await command('npm', parameters, { cwd: folder });
  const found = await integrityOf(tarball);
  if (found === integrity) return tarball;
  rmSync(tarball);
  throw new Error(
    `${name} ${pinned.version} is not the package that was chosen: its integrity is ${found}, and node-binaries.json has ` +
      `${integrity}. It was deleted.`,
  );
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

async function fileOf(tarball: string, path: string): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: largestFile } as const;
  return (await promisify(execFile)('tar', ['-xzOf', tarball, path], options)).stdout;
}
