import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../scripts/package/temporary-folder';
import { SocketDirectory } from '../../../../src/plugin/go-plugin/socket-directory';
import { WaitingPlace } from '../../../../src/plugin/process/waiting-place';
import { child, known, recordOf } from './processes';

/** A place whose Terraform is this process, of which the first launcher has ended. */
function placeIn(folder: string, at = folder): WaitingPlace {
  const directory = new SocketDirectory(folder);
  const [program, orphan] = ['/a/provider.cjs', join(folder, 'record')];
  const [terraform, launcher] = [known(process.pid), { pid: 4_194_305, started: '1' }];
  const handshakeLine = (path: string) => `${path}\n`;
  return new WaitingPlace({ at, orphan, program, terraform, launcher, directory, handshakeLine });
}

async function made(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder(tmpdir(), 'place-');
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, place: placeIn(folder) };
}

test('in a missing folder there is no claim, and none is possible', () => {
  const place = placeIn('/nowhere/at/all');
  expect(place.claim()).toBeUndefined();
  expect(place.withdraw()).toBe(true);
});

test('a process that withdraws makes the claim itself', async () => {
  const { place, folder } = await made();
  expect([place.withdraw(), place.withdraw(), await readdir(folder)]).toEqual([true, false, ['claim']]);
});

test.each([
  ['on another volume', '/somewhere/else'],
  ['too long for a socket', join(tmpdir(), 'x'.repeat(100))],
])('a process does not wait at a path that is %s', async (_, at) => {
  const { folder } = await made();
  expect(placeIn(folder, at).open()).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['just made', ''],
  ['half written', '42 4711\n-----BEGIN\nA'],
  ['without a certificate', '42 4711\n\n'],
  ['without a start time', '42\nA\n'],
])('a claim that is %s is none yet', async (_, claim) => {
  expect((await made({ claim })).place.claim()).toBeUndefined();
});

describe('a claim', () => {
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'it needs /proc of Linux'));
  test('counts, and names the launcher whose end the process would see', async () => {
    const launcher = await child();
    const { place } = await made({ claim: `${recordOf(launcher)}-----BEGIN\nA\n-----END\n\n` });
    expect([place.withdraw(), place.isAccompanied()]).toEqual([false, false]);
    expect(place.claim()).toBe('-----BEGIN\nA\n-----END\n');
    expect(place.isAccompanied()).toBe(true);
    process.kill(launcher.pid, 'SIGKILL');
    await expect.poll(() => place.isAccompanied()).toBe(false);
    expect(place.isTerraformThere()).toBe(true);
  });

  test('of a process that this Terraform has not started is ignored', async () => {
    const { place } = await made({ claim: `${recordOf(known(process.ppid))}A\n` });
    expect([place.claim(), place.isAccompanied()]).toEqual([undefined, false]);
  });
});
