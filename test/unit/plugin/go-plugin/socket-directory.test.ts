import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSocketDirectory, SocketDirectory } from '../../../../src/plugin/go-plugin/socket-directory';

/** Not in TMPDIR, whose length would decide what fits. */
const top = mkdtempSync('/tmp/sd-');
afterAll(() => rmSync(top, { recursive: true }));
const aFolder = () => mkdtempSync(join(top, 'sd-'));

/** A folder in which the path of a socket has as many bytes, two of them for one letter. */
function folderFor(bytes: number): string {
  const parent = aFolder();
  const rest = join(parent, 'x', 'terraform-plugin-XXXXXX', 'socket').length - 1;
  const folder = join(parent, `ä${'x'.repeat(bytes - rest - 2)}`);
  mkdirSync(folder);
  return folder;
}

test.each([
  ['in the folder for temporary files', aFolder(), true],
  ['there if the path of the socket just fits', folderFor(103), true],
  ['in /tmp if the path is too long', folderFor(104), false],
  ['in /tmp if that folder is missing', '/nowhere', false],
  ['in /tmp if none is named', undefined, false],
  ['in /tmp if an empty one is named', '', false],
])('the directory of a socket is %s', (_, preferred, isThere) => {
  const directory = createSocketDirectory(preferred);
  expect(dirname(directory.path)).toBe(isThere ? preferred : '/tmp');
  expect(basename(directory.path).startsWith('terraform-plugin-')).toBe(true);
  expect(directory.socketPath).toBe(join(directory.path, 'socket'));
  expect(statSync(directory.path).mode & 0o777).toBe(0o700);
  directory.remove();
  expect(existsSync(directory.path)).toBe(false);
});

test('a socket is open to its owner alone', () => {
  const directory = new SocketDirectory(aFolder());
  writeFileSync(directory.socketPath, '', { mode: 0o666 });
  directory.protect();
  expect(statSync(directory.socketPath).mode & 0o777).toBe(0o600);
});

test.each([
  ['beside it', (folder: string) => `${folder}-moved`, true],
  ['in another folder', () => join(aFolder(), 'moved'), false],
  ['whose path just fits', (folder: string) => folder.padEnd(103 - '/socket'.length, 'x'), true],
  ['whose path is too long', (folder: string) => folder.padEnd(104 - '/socket'.length, 'x'), false],
])('a socket may move to a folder %s', (_, targetOf, isPossible) => {
  const folder = aFolder();
  const target = targetOf(folder);
  const path = new SocketDirectory(folder).socketPathIn(target);
  expect(path).toBe(isPossible ? join(target, 'socket') : undefined);
});

test('a folder never replaces one in use', () => {
  const [ours, theirs] = [aFolder(), aFolder()];
  writeFileSync(join(theirs, 'socket'), '');
  const directory = new SocketDirectory(ours);
  expect([directory.moveTo(theirs), directory.path]).toEqual([false, ours]);
});

test('a process removes its folder under the name that the folder has now', () => {
  const folder = aFolder();
  for (const name of ['waiting', 'claim', 'last', 'socket']) writeFileSync(join(folder, name), '');
  const directory = new SocketDirectory(folder);
  expect(directory.moveTo(`${folder}-moved`)).toBe(true);
  expect(directory.socketPath).toBe(join(`${folder}-moved`, 'socket'));
  directory.remove();
  expect([folder, `${folder}-moved`].filter(existsSync)).toEqual([]);
});

test('a process takes the name of its place away first: no launcher may claim it between its files', () => {
  const folder = aFolder();
  for (const name of ['claim', 'a file that stops the removal']) writeFileSync(join(folder, name), '');
  const directory = new SocketDirectory(folder);
  expect(directory.moveTo(`${folder}-of-1-2`)).toBe(true);
  directory.remove();
  expect(existsSync(`${folder}-of-1-2`)).toBe(false);
  expect(readdirSync(folder)).toEqual(['a file that stops the removal']);
});
