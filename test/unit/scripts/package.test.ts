import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourceDate } from '../../../scripts/package/command';
import { withLeastVersions } from '../../../scripts/package/java';
import { parts, partsNamed } from '../../../scripts/package/parts';
import { disagreements, type Statements, statements } from '../../../scripts/package/versions';
import { workFolder } from '../../../scripts/package/work-folder';
import { normalized } from '../../../scripts/package/zip';
import { unzipped } from '../../harness/secrets/unzipped';

const agreeing: Statements = {
  version: '1.2.0',
  others: { '.jsii': '1.2.0' },
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n## 1.1.0\n',
  tags: ['v1.2.0'],
};

describe('the version is the same everywhere, or nothing is packaged', () => {
  it('in this clone', () => {
    expect(disagreements(statements())).toEqual([]);
    expect(Object.values(statements().others)).not.toContain(undefined);
  });

  it.each<[string, Partial<Statements>, RegExp | undefined]>([
    ['a release that agrees', {}, undefined],
    [
      'a release whose heading has brackets and a date',
      { changelog: '## [1.2.0] - 2027-01-02\n' },
      undefined,
    ],
    [
      'a commit without a tag, whose changes are unreleased',
      { tags: [], changelog: '## Unreleased\n' },
      undefined,
    ],
    [
      'another version in a manifest',
      { others: { '.jsii': '1.1.0' } },
      /^\.jsii says 1\.1\.0, package\.json 1\.2\.0/,
    ],
    ['a manifest without a version', { others: { '.jsii': undefined } }, /^\.jsii says no version/],
    ['a tag of another version', { tags: ['v1.3.0'] }, /tag v1\.3\.0.*must be v1\.2\.0/],
    ['a tag without its letter', { tags: ['1.2.0'] }, /tag 1\.2\.0.*must be v1\.2\.0/],
    [
      'a tag that the changelog does not have',
      { changelog: '## Unreleased\n\n## 1.1.0\n' },
      /CHANGELOG\.md is 1\.1\.0/,
    ],
    [
      'a changelog of a release of another version',
      { tags: [], changelog: '## 1.1.0\n' },
      /CHANGELOG\.md is 1\.1\.0/,
    ],
    ['an empty changelog', { changelog: '' }, /CHANGELOG\.md is none/],
  ])('%s', (_, change, expected) => {
    const [found] = disagreements({ ...agreeing, ...change });
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(expected);
  });
});

it.each([
  [undefined, 315532800],
  ['', 315532800],
  ['1700000000', 1700000000],
  ['yesterday', undefined],
  ['-5', undefined],
])('SOURCE_DATE_EPOCH %j gives the time %s, or an error that names it', (text, expected) => {
  const given = () => sourceDate({ SOURCE_DATE_EPOCH: text });
  if (expected === undefined) expect(given).toThrow(/^SOURCE_DATE_EPOCH is ".*"\. It must be a number/);
  else expect(given()).toBe(expected);
});

describe('an archive is the same whenever and in whatever order it was packed', () => {
  const text = (content: string) => Buffer.from(content);

  it('of wheels and jars', async () => {
    const files = { 'b.py': text('b'), 'META-INF/MANIFEST.MF': text('m'), 'a.py': text('a') };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    const one = await normalized(zipSync(files, { mtime: '2020-01-02' }));
    const other = await normalized(zipSync(reversed, { mtime: '2026-03-04', level: 0 }));
    expect(one.equals(other)).toBe(true);
    expect([...unzipped(one).keys()]).toEqual(['META-INF/MANIFEST.MF', 'a.py', 'b.py']);
    expect(one.equals(await normalized(zipSync({ ...files, 'a.py': text('A') })))).toBe(false);
  });
});

it('a Maven descriptor names the least version of each range, so that tomorrow’s is the same', () => {
  expect(withLeastVersions('<version>[0.21.0,0.22.0)</version><version>0.1.0</version>')).toBe(
    '<version>0.21.0</version><version>0.1.0</version>',
  );
});

describe('a process works in a folder of its own', () => {
  const module = JSON.stringify(resolve('scripts/package/work-folder.ts'));

  /** Runs a program that gets a work folder and prints it. */
  function workFolderOf(ending: string): string {
    const program = `const folder = require(${module}).workFolder(); console.log(folder); ${ending}`;
    return spawnSync(process.execPath, ['--import', 'tsx', '-e', program], {
      encoding: 'utf8',
    }).stdout.trim();
  }

  it('and deletes it at its end', () => {
    const other = workFolderOf('');
    expect(other).toMatch(/\/\.cache\/package\/process-\d+-\w+$/);
    expect(existsSync(other)).toBe(false);
    expect(other).not.toBe(workFolder());
    expect(existsSync(workFolder())).toBe(true);
  });

  it('and the next one deletes it after a kill, but none of a process that lives', () => {
    const left = workFolderOf("process.kill(process.pid, 'SIGKILL')");
    expect(existsSync(left)).toBe(true);
    const own = workFolder();
    workFolderOf('');
    expect([left, own].map(folder => existsSync(folder))).toEqual([false, true]);
  });
});

describe('--only', () => {
  const names = (...wanted: string[]) => partsNamed(wanted).map(({ name }) => name);

  it('takes a part, all below a name, or everything', () => {
    expect(names('cdktn/python')).toEqual(['cdktn/python']);
    expect(names('cdktn')).toEqual(['js', 'python', 'java', 'go', 'dotnet'].map(name => `cdktn/${name}`));
    expect(names()).toEqual(parts.map(({ name }) => name));
  });

  it('refuses a name of no part, and says which there are', () => {
    expect(() => names('cdktn/rust', 'cdktf')).toThrow(/no part cdktn\/rust\. There are cdktf\/js, /);
  });
});
