import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { directoryPrefix } from '../../../../src/plugin/go-plugin/socket-directory';
import { removeOrphanedDirectories } from '../../../../src/plugin/process/orphaned-directories';

/** The clock of the file system, which differs from this process's, decides. */
const now = 1_000_000;

/** A folder beside the own one, and whether it is still there after the others were removed. */
async function remains({
  name = `${directoryPrefix()}left`,
  age = 60,
  isFile = false,
  isListening = false,
  owner = 0,
}) {
  const parent = mkdtempSync(join(tmpdir(), 'of-'));
  const [own, other] = [join(parent, 'own'), join(parent, name)];
  mkdirSync(own);
  if (isFile) writeFileSync(other, '');
  else mkdirSync(other);
  if (!isFile) writeFileSync(join(other, 'waiting'), '');
  if (isListening) {
    const server = createServer(socket => socket.destroy());
    await once(server.listen(join(other, 'socket')), 'listening');
    onTestFinished(() => void server.close());
  }
  if (owner > 0) await chown(other, owner, owner);
  utimesSync(other, now - age, now - age);
  utimesSync(own, now, now);
  await removeOrphanedDirectories(parent, own);
  expect(readdirSync(parent)).toEqual(existsSync(other) ? expect.arrayContaining(['own', name]) : ['own']);
  return existsSync(other);
}

beforeEach(({ skip }) => skip(process.platform !== 'linux', 'it needs /proc of Linux'));

test.each<[string, Parameters<typeof remains>[0], boolean]>([
  ['of a killed process', {}, false],
  ['a minute old', { age: 60 }, false],
  ['younger than a minute', { age: 59 }, true],
  ['of another boot', { name: 'terraform-plugin-00000000-left' }, true],
  ['of somebody else’s name', { name: 'other' }, true],
  ['whose socket is served', { isListening: true }, true],
  ['that is a file', { isFile: true }, true],
])('a directory %s remains: %j', async (_, circumstances, expected) => {
  expect(await remains(circumstances)).toBe(expected);
});

test('a directory of another user remains', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file to another user');
  expect(await remains({ owner: 65_534 })).toBe(true);
});

test('without a folder to look in, nothing happens', async () => {
  await removeOrphanedDirectories('/nowhere', tmpdir());
});
