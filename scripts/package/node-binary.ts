import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
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

/** Returns the Node.js of a platform from its npm package, which node-binaries.json pins. */
export async function nodeBinary(platform: Platform): Promise<NodeBinary> {
  const { name, version, integrity } = pinned[platform];
  const tarball = await pinnedTarball({ name, version, integrity });
  const fileOf = async (path: string) => {
    const { stdout } = await execa('tar', ['-xzOf', tarball, path], {
      encoding: 'buffer',
      maxBuffer: 2 ** 29,
    });
    return Buffer.from(stdout);
  };
  const [program, licence] = [await fileOf('package/bin/node'), await fileOf('package/LICENSE')];
  const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`;
  return { program, licence, material: { name, version, licence: 'MIT', integrity, cpe } };
}

/**
 * Returns the path of a package's tarball, which npm downloads into .cache/node once. Its integrity is checked every
 * time.
 *
 * @throws ExecaError if npm cannot download it
 * @throws Error if its bytes differ; the file is deleted
 */
export async function pinnedTarball({
  name,
  version,
  integrity,
}: Omit<Material, 'licence' | 'cpe'>): Promise<string> {
  const cache = join(process.cwd(), '.cache', 'node');
  const tarball = join(cache, `${name}-${version}.tgz`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(tarball))
    await command('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cache], cache);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found === integrity) return tarball;
  rmSync(tarball);
  throw new Error(`${name} ${version} has the integrity ${found} instead of ${integrity}. It was deleted.`);
}
