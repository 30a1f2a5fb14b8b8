import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceFile, unfinishedEnding } from '../../../src/files/replace-file';

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'file.json') };
}

const modeOf = (file: string) => statSync(file).mode & 0o7777;

describe('replaceFile', () => {
  it('writes text and bytes, and leaves nothing beside the file', () => {
    const { folder, file } = aFolder();
    replaceFile(file, 'é'.repeat(100_000));
    expect(readFileSync(file, 'utf8')).toBe('é'.repeat(100_000));
    replaceFile(file, Buffer.from([0xff]));
    expect(readFileSync(file)).toEqual(Buffer.from([0xff]));
    expect(readdirSync(folder)).toEqual(['file.json']);
  });

  it.each([
    ['a given mode over the one of the former file', 0o644, 0o600, 0o600],
    ['a given mode whatever the umask', undefined, 0o666, 0o666],
    ['the mode of the former file', 0o640, undefined, 0o640],
    ['the default of a new file', undefined, undefined, 0o666 & ~process.umask()],
  ])('gives %s', (_, former, mode, expected) => {
    const { file } = aFolder();
    if (former !== undefined) {
      writeFileSync(file, 'former');
      chmodSync(file, former);
    }
    replaceFile(file, 'new', mode === undefined ? {} : { mode });
    expect(modeOf(file)).toBe(expected);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner of the former file', () => {
    const { file } = aFolder();
    writeFileSync(file, 'former');
    chownSync(file, 65_534, 65_534);
    replaceFile(file, 'new', { mode: 0o600 });
    expect([statSync(file).uid, statSync(file).gid, modeOf(file)]).toEqual([65_534, 65_534, 0o600]);
  });

  it.each([
    ['writes through a link', false, 'new'],
    ['replaces a link itself, if told so', true, 'of somebody'],
  ])('%s', (_, replacesLink, behind) => {
    const { folder, file } = aFolder();
    const target = join(folder, 'target');
    writeFileSync(target, 'of somebody');
    symlinkSync('target', file);
    replaceFile(file, 'new', { replacesLink });
    expect([readFileSync(file, 'utf8'), readFileSync(target, 'utf8')]).toEqual(['new', behind]);
    if (!replacesLink) expect(readlinkSync(file)).toBe('target');
    expect(readdirSync(folder).toSorted()).toEqual(['file.json', 'target']);
  });

  it('leaves nothing behind where the file cannot be replaced', () => {
    const { folder, file } = aFolder();
    mkdirSync(join(file, 'inner'), { recursive: true });
    expect(() => replaceFile(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['file.json']);
  });
});

it.each([
  ['x.zip.cdktf-provider-svc-unfinished-0123456789ab', true],
  ['x.zip.cdktf-provider-svc-unfinished-0123456789ab.bak', false],
  ['x.zip.cdktf-provider-svc-unfinished-notes', false],
  ['x.zip.2634537781', false],
  ['x.zip.1795376543', false],
])('%s is the name of an unfinished file: %s', (name, expected) => {
  expect(unfinishedEnding.test(name)).toBe(expected);
});
