import { promises as files } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { directoryPrefix } from '../go-plugin/socket-directory';

/**
 * Milliseconds until a directory without a listening socket counts as orphaned: a process creates the directory
 * first.
 */
const minimumAge = 60_000;

/**
 * Removes the socket directories of killed processes. A refused connection proves this for every PID namespace of
 * this kernel. A directory of another boot may belong to another host.
 *
 * @param own a directory beside them that has just changed: ages are measured by the clock of the file system, because this
 *   process may have another, and a clock ahead would make the directory of a starting process old
 */
export async function removeOrphanedDirectories(parent: string, own: string): Promise<void> {
  const { mtimeMs: now } = await files.lstat(own);
  const prefix = directoryPrefix();
  const names = prefix.endsWith('plugin-') ? [] : await files.readdir(parent).catch(() => []);
  const ours = names.filter(name => name.startsWith(prefix));
  // The process may end soon: Terraform's next launch may be its last.
  await Promise.all(ours.map(name => removeOrphan(join(parent, name), now).catch(() => undefined)));
}

async function removeOrphan(directory: string, now: number): Promise<void> {
  const seen = await files.lstat(directory);
  if (!seen.isDirectory() || seen.uid !== process.getuid?.() || now - seen.mtimeMs < minimumAge) return;
  if (await isListenedTo(join(directory, 'socket'))) return;
  // A living process may have taken this name meanwhile: rename to a unique name and check again.
  const apart = `${directory}.${process.pid}`;
  await files.rename(directory, apart);
  const taken = await files.lstat(apart);
  if (taken.ino === seen.ino) await files.rm(apart, { recursive: true });
  else await files.rename(apart, directory);
}

function isListenedTo(socketPath: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(true));
    socket.once('error', failure => {
      const isRefused = 'code' in failure && (failure.code === 'ECONNREFUSED' || failure.code === 'ENOENT');
      resolve(!isRefused);
    });
    socket.once('close', () => socket.destroy()).end();
  });
}
