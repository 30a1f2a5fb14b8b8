import { realpathSync } from 'node:fs';
import { isHere } from '../command';

/** The folder that a package must not need. */
export const clone = realpathSync(process.cwd());

/** Covers the folder of its first parameter by an empty one, and runs the others as a command. */
const covered = ['sh', '-c', 'mount -t tmpfs none "$1" && shift && exec "$@"', 'sh'];

let found: Promise<readonly string[]> | undefined;

/**
 * Returns the words before a command that hide the clone from it, by a mount namespace of Linux. Without them, a command that
 * reads the clone would pass here and fail elsewhere. It is empty where such namespaces are not permitted.
 */
export function hidingTheClone(): Promise<readonly string[]> {
  found ??= find();
  return found;
}

/** Root may make mount namespaces; others only inside a user namespace. */
async function find(): Promise<readonly string[]> {
  for (const options of [['--mount'], ['--map-root-user', '--mount']]) {
    const words = ['unshare', ...options, ...covered, clone];
    if (await isHere('unshare', ...words.slice(1), 'test', '!', '-e', `${clone}/package.json`)) return words;
  }
  return [];
}
