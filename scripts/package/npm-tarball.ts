import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { command } from './command';
import { demandNoSignal } from './execution';

/** A package of npm and the integrity that the registry stated when the package was chosen. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As in a lock file: `sha512-` and the digest in base64. */
  readonly integrity: string;
}

/** npm cannot download a package: there is no network, or the registry does not have it. */
export class PackageNotToBeHad extends Error {
  override readonly name = 'PackageNotToBeHad';
}

/**
 * Returns the path of a package's tarball, which npm downloads into .cache/node once. Its integrity is checked every
 * time.
 *
 * @throws PackageNotToBeHad if npm cannot download it
 * @throws Error if its bytes differ; the file is deleted
 */
export async function pinnedTarball({ name, version, integrity }: PinnedPackage): Promise<string> {
  const folder = join(process.cwd(), '.cache', 'node');
  const tarball = join(folder, `${name}-${version}.tgz`);
  if (existsSync(tarball) && (await integrityOf(tarball)) === integrity) return tarball;
  mkdirSync(folder, { recursive: true });
  await download(`${name}@${version}`, folder);
  const found = await integrityOf(tarball);
  if (found === integrity) return tarball;
  rmSync(tarball);
  throw new Error(
    `${name} ${version} is not the package that was chosen: its integrity is ${found}, and ${integrity} is expected. ` +
      'It was deleted.',
  );
}

async function download(specifier: string, folder: string): Promise<void> {
  try {
    await command('npm', ['pack', specifier, '--silent', '--pack-destination', folder], { cwd: folder });
  } catch (error) {
    demandNoSignal();
    throw new PackageNotToBeHad(`npm cannot download ${specifier}. ${String(error)}`, { cause: error });
  }
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}
