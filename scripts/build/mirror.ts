import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packagePaths } from '../../src/constructs/installation/packed-provider';
import { type ArchivedFile, archiveOf } from './archive';
import { archiveHash, contentHash } from './package-hash';

export interface MirrorOptions {
  /** The unpacked provider. */
  program: string;
  /** The executable in it. All other files are only read. */
  executable: string;
  version: string;
  /** Its folders `packed` and `mirror` are emptied first. */
  directory: string;
}

/**
 * Writes the packed provider for the npm package, once and with its hashes for lock files, and a filesystem mirror of it for
 * users of the clone. Caches would link to an unpacked provider, and a rebuild would change it there.
 */
export async function writePacked({ program, executable, version, directory }: MirrorOptions): Promise<void> {
  const archive = await archiveOf(await filesOf(program, executable));
  const hashes = `${JSON.stringify([contentHash(archive), archiveHash(archive)])}\n`;
  for (const folder of ['packed', 'mirror'])
    await rm(join(directory, folder), { recursive: true, force: true });
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  };
  await write(`packed/terraform-provider-svc_${version}.zip`, archive);
  await write('packed/hashes.json', hashes);
  for (const path of packagePaths(version)) await write(join('mirror', path), archive);
}

/** Returns the files of an unpacked provider. */
export async function filesOf(program: string, executable: string): Promise<ArchivedFile[]> {
  const names = await readdir(program);
  return Promise.all(
    names.map(async name => ({
      name,
      content: await readFile(join(program, name)),
      isExecutable: name === executable,
    })),
  );
}
