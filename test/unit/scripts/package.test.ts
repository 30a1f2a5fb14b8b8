import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { version } from '../../../package.json';
import { archiveOf } from '../../../scripts/build/archive';
import { pinnedTarball } from '../../../scripts/package/node-binary';
import { stage, withAbsoluteLinks } from '../../../scripts/package/npm-package';
import { makePart } from '../../../scripts/package/parts';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';

it.each(['python/requirements.txt', 'java/pom.xml', 'go/go.mod'])(
  'the example %s takes the version of package.json',
  file => {
    const lines = readFileSync(`examples/${file}`, 'utf8').split(/\n(?! +<version)/);
    expect(lines.find(line => /svc/i.test(line) && /\d\.\d/.test(line))).toContain(version);
  },
);

it('an archive is the same bytes whenever it is made, and in whatever order its files come', async () => {
  const files = ['b', 'A'].map(name => ({ name, content: Buffer.from(name), isExecutable: false }));
  const first = await archiveOf(files);
  vi.setSystemTime('2030-05-06');
  expect((await archiveOf(files.reverse())).equals(first)).toBe(true);
});

it('what is packed is open to everybody, also from a clone that was made and built under another umask', () => {
  const root = temporaryFolder(tmpdir(), 'svc-modes-');
  const folder = path.join(root, 'packed');
  mkdirSync(path.join(root, 'bin'));
  const manifest = {
    files: ['.jsii', 'bin'],
    name: 'cdktf-provider-svc',
    version: '1.2.3',
    repository: { url: '' },
  };
  const texts = {
    'package.json': JSON.stringify(manifest),
    '.jsii': '{}',
    'README.md': '',
    LICENSE: '',
    'bin/run': '',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(root, name), text);
  const before = { '.jsii': 0o600, 'README.md': 0o640, LICENSE: 0o664, 'bin/run': 0o700, bin: 0o700 };
  for (const [name, mode] of Object.entries(before)) chmodSync(path.join(root, name), mode);
  stage(root, folder);
  const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
  expect(Object.keys(before).map(modeOf)).toEqual([0o644, 0o644, 0o644, 0o755, 0o755]);
});

it('a Node.js whose bytes are not those that are pinned is deleted, and never packed', async () => {
  const root = temporaryFolder(tmpdir(), 'svc-node-');
  const tarball = path.join(root, '.cache/node/node-1.0.0.tgz');
  mkdirSync(path.dirname(tarball), { recursive: true });
  writeFileSync(tarball, 'node');
  process.chdir(root);
  const integrity = `sha512-${createHash('sha512').update('node').digest('base64')}`;
  const pinned = { name: 'node', version: '1.0.0', integrity };
  expect(await pinnedTarball(pinned)).toBe(tarball);
  writeFileSync(tarball, 'other');
  await expect(pinnedTarball(pinned)).rejects.toThrow(`instead of ${integrity}. It was deleted.`);
  expect(existsSync(tarball)).toBe(false);
});

it.each([
  [true, ['earlier', 'new']],
  [undefined, ['new']],
] as const)('a part that keeps versions (%s) is then %j', async (keepsVersions, files) => {
  const packages = mkdtempSync(path.join(tmpdir(), 'svc-part-'));
  mkdirSync(path.join(packages, 'part'));
  writeFileSync(path.join(packages, 'part', 'earlier'), '');
  const make = async (folder: string) => {
    writeFileSync(path.join(folder, 'new'), '');
  };
  await makePart(
    { name: 'part', make, check: async () => {}, ...(keepsVersions && { keepsVersions }) },
    packages,
  );
  expect([readdirSync(packages), readdirSync(path.join(packages, 'part'))]).toEqual([['part'], files]);
});

it('README as npm shows it has no relative link and no relative picture, and each leads to a file of this version', () => {
  const url = 'https://forge.example/svc/terraform-provider-svc';
  const readme = readFileSync('README.md', 'utf8');
  const shown = withAbsoluteLinks(readme, { version: '1.2.3', repository: { url: `${url}.git` } });
  const targets = [...shown.matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)/g)].map(([, target = '']) => target);
  const paths = targets.map(target => /\/(blob|raw)\/v1\.2\.3\/([^#]+)/.exec(target));
  expect(targets.length).toBeGreaterThan(20);
  for (const [index, path] of paths.entries()) {
    const [, kind, file = ''] = path ?? [];
    expect(targets[index]).toMatch(new RegExp(`^${url}/${/\.(?:png|svg)$/.test(file) ? 'raw' : 'blob'}/`));
    expect([kind, existsSync(file)], file).toEqual([expect.any(String), true]);
  }
});
