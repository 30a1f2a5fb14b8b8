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
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { removeUnfinished, replaceFile } from '../../../src/files/replace-file';

function aFolder() {
  const folder = temporaryFolder(tmpdir(), 'svc-files-');
  return { folder, file: join(folder, 'file.json') };
}

const modeOf = (file: string) => statSync(file).mode & 0o7777;

it('replaceFile writes a text, and leaves nothing beside the file', () => {
  const { folder, file } = aFolder();
  replaceFile(file, 'é'.repeat(100_000));
  expect(readFileSync(file, 'utf8')).toBe('é'.repeat(100_000));
  expect(readdirSync(folder)).toEqual(['file.json']);
});

it.each([0o644, 0o400, undefined])('replaceFile writes for the owner alone, over mode %o', former => {
  const { file } = aFolder();
  if (former !== undefined) {
    writeFileSync(file, 'former');
    chmodSync(file, former);
  }
  replaceFile(file, 'new');
  expect(modeOf(file)).toBe(0o600);
});

it('replaceFile writes through a link', () => {
  const { folder, file } = aFolder();
  const target = join(folder, 'target');
  writeFileSync(target, 'former');
  symlinkSync('target', file);
  replaceFile(file, 'new');
  expect([readFileSync(target, 'utf8'), readlinkSync(file)]).toEqual(['new', 'target']);
  expect(readdirSync(folder).toSorted()).toEqual(['file.json', 'target']);
});

it('replaceFile leaves nothing behind where the file cannot be replaced', () => {
  const { folder, file } = aFolder();
  mkdirSync(join(file, 'inner'), { recursive: true });
  expect(() => replaceFile(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(folder)).toEqual(['file.json']);
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
