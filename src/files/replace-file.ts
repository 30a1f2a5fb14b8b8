import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What a new file has after its name until it is complete. Nobody else names a file like this, so it may be removed. */
const unfinishedEnding = /\.cdktf-provider-svc-unfinished-[0-9a-f]{12}$/;

/**
 * Writes a file completely, or leaves the former one as it was. Readers see the one or the other. Writes through links.
 *
 * @param mode permissions, whatever the umask; default: those of the former file, or of a new one under the umask
 * @throws {Error} of the file system. Nothing is left beside the file then
 */
export function replaceFile(
  file: string,
  content: string | Buffer,
  { mode }: { readonly mode?: number } = {},
): void {
  const target = targetOf(file);
  const wanted = mode ?? statSync(target, { throwIfNoEntry: false })?.mode;
  const unfinished = `${target}.cdktf-provider-svc-unfinished-${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(unfinished, 'wx', wanted);
  try {
    try {
      // With a file descriptor, Node.js writes until all is written, and throws if the disk takes no more.
      writeFileSync(descriptor, Buffer.from(content));
      // The umask has narrowed the mode.
      if (wanted !== undefined) fchmodSync(descriptor, wanted & 0o777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Removes what killed writers of a file have left. Call it while no other process writes the file. */
export function removeUnfinished(file: string): void {
  const target = targetOf(file);
  for (const name of readdirSync(dirname(target))) {
    const path = join(dirname(target), name);
    const isOurs = unfinishedEnding.test(name) && name.replace(unfinishedEnding, '') === basename(target);
    if (isOurs && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
      rmSync(path, { force: true });
  }
}

/** A link to a missing file is replaced: the folder of that file may be missing, too. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
