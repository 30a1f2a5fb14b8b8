import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What a new file has after its name until it is complete. Nobody else names a file like this, so it may be removed. */
export const unfinishedEnding = /\.cdktf-provider-svc-unfinished-[0-9a-f]{12}$/;

export interface Replacement {
  /** Permissions, whatever the umask; default: those of the former file, or of a new one under the umask. */
  readonly mode?: number;
  /** Replace a symbolic link itself. Default: the file that it leads to. */
  readonly replacesLink?: boolean;
}

/**
 * Writes a file completely, or leaves the former one as it was. Readers see the one or the other. Owner and group of a former
 * file stay, where the system permits it.
 *
 * @throws {Error} of the file system. Nothing is left beside the file then (decision 25)
 */
export function replaceFile(
  file: string,
  content: string | Buffer,
  { mode, replacesLink = false }: Replacement = {},
): void {
  const target = replacesLink ? file : targetOf(file);
  const former = formerFile(target);
  const unfinished = `${target}.cdktf-provider-svc-unfinished-${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(unfinished, 'wx', mode ?? former?.mode);
  try {
    try {
      // With a file descriptor, Node.js writes until all is written, and throws if the disk takes no more.
      writeFileSync(descriptor, Buffer.from(content));
      keepAccess(descriptor, former, mode);
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
  const folder = dirname(target);
  for (const name of readdirSync(folder))
    if (finishedName(folder, name) === basename(target)) rmSync(join(folder, name), { force: true });
}

/** Returns the name of the file that a killed writer has not finished under this name; undefined for another file. */
export function finishedName(folder: string, name: string): string | undefined {
  if (!unfinishedEnding.test(name)) return undefined;
  const isFile = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? name.replace(unfinishedEnding, '') : undefined;
}

/** A link to a missing file is replaced: the folder of that file may be missing, too. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function formerFile(target: string): Stats | undefined {
  const found = lstatSync(target, { throwIfNoEntry: false });
  return found?.isFile() === true ? found : undefined;
}

function keepAccess(descriptor: number, former: Stats | undefined, mode: number | undefined): void {
  if (former !== undefined) whereSupported(() => fchownSync(descriptor, former.uid, former.gid));
  // After the owner, since a change of the owner clears bits of the mode.
  const wanted = mode ?? former?.mode;
  if (wanted !== undefined) whereSupported(() => fchmodSync(descriptor, wanted & 0o7777));
}

/** Other users' files, and file systems without owners and modes. */
function whereSupported(change: () => void): void {
  try {
    change();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(code)) throw error;
  }
}
