import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isZombie } from './process-identity';

/**
 * Records that this process outlives its launcher, so that later launchers see whether process 1 reaps it (launcher.sh).
 * A zombie stays on record until it is reaped: otherwise a plan every few seconds would hide that nobody reaps.
 *
 * @param record a file of this user, for all Terraforms
 * @param folder a folder of this process: the file is moved from there, so that no launcher reads half of it
 * @throws if the record cannot be written: then this process must not outlive its launcher
 */
export function recordOrphan(record: string, folder: string): void {
  const [pid, started = ''] = existsSync(record) ? readFileSync(record, 'latin1').trim().split(' ') : [];
  if (isZombie({ pid: Number(pid), started })) return;
  const file = join(folder, 'orphan');
  writeFileSync(file, `${process.pid} ${identify(process.pid)?.started}\n`, { mode: 0o600 });
  renameSync(file, record);
}
