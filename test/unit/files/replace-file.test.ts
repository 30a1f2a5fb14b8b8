import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { removeUnfinished, replaceFile } from '../../../src/files/replace-file';

function aFolder() {
  const folder = temporaryFolder(tmpdir(), 'svc-files-');
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

  it('writes through a link', () => {
    const { folder, file } = aFolder();
    const target = join(folder, 'target');
    writeFileSync(target, 'former');
    symlinkSync('target', file);
    replaceFile(file, 'new');
    expect([readFileSync(target, 'utf8'), readlinkSync(file)]).toEqual(['new', 'target']);
    expect(readdirSync(folder).toSorted()).toEqual(['file.json', 'target']);
  });

  it('leaves nothing behind where the file cannot be replaced', () => {
    const { folder, file } = aFolder();
    mkdirSync(join(file, 'inner'), { recursive: true });
    expect(() => replaceFile(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['file.json']);
  });
});

it('removeUnfinished removes what a killed writer of the file has left, and nothing else, through a link, too', () => {
  const { folder, file } = aFolder();
  const ending = '.cdktf-provider-svc-unfinished-0123456789ab';
  const [directory = '', ...left] = ['f', '0', 'a'].map(digit => `file.json${ending.replace('0', digit)}`);
  const others = [`file.json${ending}.bak`, `other.file.json${ending}`, `file.json${ending}notes`];
  symlinkSync(file, join(folder, 'link'));
  mkdirSync(join(folder, directory));
  for (const named of [file, join(folder, 'link')]) {
    for (const name of ['file.json', ...left, ...others]) writeFileSync(join(folder, name), '');
    removeUnfinished(named);
    const kept = ['file.json', 'link', directory, ...others];
    expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  }
});
