import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../scripts/package/temporary-folder';
import { SocketDirectory } from '../../../../src/plugin/go-plugin/socket-directory';
import { WaitingPlace } from '../../../../src/plugin/process/waiting-place';

function placeIn(folder: string, at = folder): WaitingPlace {
  const directory = new SocketDirectory(folder);
  const [program, orphan] = ['/a/provider.cjs', join(folder, 'record')];
  return new WaitingPlace({ at, orphan, program, directory, handshakeLine: path => `${path}\n` });
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

test.each([
  ['on another volume', '/somewhere/else'],
  ['too long for a socket', join(tmpdir(), 'x'.repeat(100))],
])('a process does not wait at a path that is %s', async (_, at) => {
  const { folder } = await made();
  expect(placeIn(folder, at).publish()).toBe(false);
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

test('the first claim counts, until the process reopens', async () => {
  const { place, folder } = await made({ claim: '42 4711\n-----BEGIN\nA\n-----END\n\n' });
  expect(place.withdraw()).toBe(false);
  const launcher = { pid: 42, started: '4711' };
  expect(place.claim()).toEqual({ launcher, clientCertificate: '-----BEGIN\nA\n-----END\n' });
  place.reopen();
  expect(place.claim()).toBeUndefined();
  expect(place.withdraw()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['claim', 'last']);
});
