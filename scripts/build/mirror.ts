import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { packagePaths } from '../../src/constructs/installation/packed-provider';
import { type ArchivedFile, archiveOf } from './archive';
import { archiveHash, contentHash } from './package-hash';

/**
 * Writes the packed provider for the npm package (dist/packed), once and with its hashes for lock files, and a filesystem mirror
 * of it for users of the clone (dist/mirror). Caches would link to an unpacked provider, and a rebuild would change it there.
 *
 * @param program folder of the unpacked provider
 * @param executable the executable in it; all other files are only read
 */
export async function writePacked(program: string, executable: string): Promise<void> {
  const archive = await archiveOf(await filesOf(program, executable));
  const hashes = `${JSON.stringify([contentHash(archive), archiveHash(archive)])}\n`;
  for (const folder of ['packed', 'mirror']) await rm(join('dist', folder), { recursive: true, force: true });
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join('dist', path)), { recursive: true });
    await writeFile(join('dist', path), content);
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
