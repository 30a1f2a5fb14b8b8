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
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ownerAlone = 0o600;

/** What a new file has after its name until it is complete. Nobody else names a file like this, so it may be removed. */
const unfinishedEnding = /\.cdktf-provider-svc-unfinished-[0-9a-f]{12}$/;

/**
 * Writes a file completely, or leaves the former one as it was. Readers see the one or the other. Writes through links. The file is for
 * its owner alone.
 *
 * @throws {Error} of the file system. Nothing is left beside the file then
 */
export function replaceFile(file: string, content: string): void {
  const target = targetOf(file);
  const unfinished = `${target}.cdktf-provider-svc-unfinished-${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(unfinished, 'wx', ownerAlone);
  try {
    try {
      // With a file descriptor, Node.js writes until all is written, and throws if the disk takes no more.
      writeFileSync(descriptor, Buffer.from(content));
      // The umask may have narrowed the mode.
      fchmodSync(descriptor, ownerAlone);
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
