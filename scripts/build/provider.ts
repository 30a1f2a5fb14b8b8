import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { packagePaths } from '../../src/constructs/installation/packed-provider';
import { type ArchivedFile, archiveOf } from './archive';
import { bundle, providerIn } from './bundle';
import { writeNotices } from './notices';
import { hashesOf } from './package-hash';

const program = join('dist', 'provider');
const executable = `terraform-provider-svc_v${version}`;

/**
 * Builds the executable provider (dist/provider), and packs it. The program's name must differ: Terraform executes the first
 * file of a package whose name starts with `terraform-provider-svc` and continues with `.` or `_`.
 *
 * @param encoded responses by name of the call, for launches that need nothing else
 */
export async function buildProvider(encoded: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const inputs = await bundle(providerIn(), program);
  for (const [call, response] of Object.entries(encoded))
    await writeFile(join(program, `${call}.bin`), response);
  await copyFile(join(__dirname, 'launcher.sh'), join(program, executable));
  await chmod(join(program, executable), 0o755);
  await copyFile('LICENSE', join(program, 'LICENSE'));
  await writeNotices(program, 'terraform-provider-svc', inputs);
  await writePacked();
}

/**
 * Writes the packed provider for the npm package (dist/packed), once and with its hashes for lock files, and a filesystem mirror
 * of it for users of the clone (dist/mirror). Caches would link to an unpacked provider, and a rebuild would change it there.
 */
async function writePacked(): Promise<void> {
  const archive = await archiveOf(await builtFiles());
  for (const folder of ['packed', 'mirror']) await rm(join('dist', folder), { recursive: true, force: true });
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join('dist', path)), { recursive: true });
    await writeFile(join('dist', path), content);
  };
  await write(`packed/terraform-provider-svc_${version}.zip`, archive);
  await write('packed/hashes.json', `${JSON.stringify(hashesOf(archive))}\n`);
  for (const path of packagePaths(version)) await write(join('mirror', path), archive);
}

/** Returns the files of the unpacked provider. All but one are only read. */
export async function builtFiles(): Promise<ArchivedFile[]> {
  const names = await readdir(program);
  return Promise.all(
    names.map(async name => ({
      name,
      content: await readFile(join(program, name)),
      isExecutable: name === executable,
    })),
  );
}
