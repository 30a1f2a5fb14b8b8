import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Material } from '../build/bill-of-materials';
import pinned from './node-binaries.json';
import { pinnedTarball } from './npm-tarball';

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
  const tarball = await pinnedTarball({ name, version: pinned.version, integrity });
  const [program, licence] = await Promise.all([
    fileOf(tarball, 'package/bin/node'),
    fileOf(tarball, 'package/LICENSE'),
  ]);
  return { program, licence, material: { name, version: pinned.version, licence: 'MIT', integrity } };
}

async function fileOf(tarball: string, path: string): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: largestFile } as const;
  return (await promisify(execFile)('tar', ['-xzOf', tarball, path], options)).stdout;
}
