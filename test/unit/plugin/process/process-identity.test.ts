import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../scripts/package/temporary-folder';
import {
  identify,
  isChild,
  isThere,
  isZombie,
  type ProcessIdentity,
} from '../../../../src/plugin/process/process-identity';
import { recordOrphan } from '../../../../src/plugin/process/waiting-place';
import { child, known, recordOf } from './processes';

describe('a process is known by number, start time and PID namespace', () => {
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'it needs /proc of Linux'));
  test('a reused process number is not the same process, and a missing one is none', async () => {
    const { pid, started } = await child();
    expect(isThere({ pid, started })).toBe(true);
    expect(isThere({ pid, started: String(Number(started) - 1) })).toBe(false);
    expect(isThere({ pid: 4_194_305, started: '1' })).toBe(false);
  });

  test.each(['x) S 1 (y', 'two words', ') R 1 1 1'])('the name %j changes nothing', async name => {
    expect(isChild(await child(name), known(process.pid))).toBe(true);
  });

  test('only what the other process has started is its child', async () => {
    const [one, another, self] = [await child(), await child(), known(process.pid)];
    expect(isChild(one, self)).toBe(true);
    expect(isChild(one, another)).toBe(false);
    expect(isChild(one, { ...self, started: '1' })).toBe(false);
    expect(isChild({ ...one, started: '1' }, self)).toBe(false);
  });

  /** A process that has ended, and that its parent does not reap. */
  async function zombie(): Promise<ProcessIdentity> {
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const identity = known(Number(await once(parent.stdout, 'data')));
    // A shell would reap it, and `sleep` does not.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    process.kill(identity.pid, 'SIGKILL');
    await expect.poll(() => isThere(identity)).toBe(false);
    return identity;
  }

  test('a process that has ended and is not reaped does not exist', async () => {
    const ended = await zombie();
    expect(identify(ended.pid)).toBeUndefined();
    const others = [{ ...ended, started: '1' }, known(process.pid)];
    expect([ended, ...others].map(isZombie)).toEqual([true, false, false]);
  });

  test.each<[string, () => Promise<string>, boolean]>([
    ['nothing', async () => '', true],
    ['a process that runs', async () => recordOf(known(process.ppid)), true],
    ['a zombie that was reaped', async () => recordOf({ ...(await zombie()), started: '1' }), true],
    ['a zombie', async () => recordOf(await zombie()), false],
  ])('on record, %s is followed by the next process that stays: %s', async (_, before, isFollowed) => {
    const folder = temporaryFolder(tmpdir(), 'record-');
    const [record, text] = [join(folder, 'record'), await before()];
    writeFileSync(record, text);
    recordOrphan(record, folder);
    expect(readFileSync(record, 'utf8')).toBe(isFollowed ? recordOf(known(process.pid)) : text);
    expect(() => recordOrphan(join(folder, 'none', 'record'), folder)).toThrow('ENOENT');
  });
});
