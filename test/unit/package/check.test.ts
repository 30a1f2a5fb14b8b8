import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { searchPackedFiles } from '../../../scripts/package/check/packed-files';
import { Place } from '../../../scripts/package/check/place';
import { verifyChecksums } from '../../../scripts/package/check/registry';
import { publishedFiles } from '../../../scripts/package/publishable.mjs';
import { sha256 } from '../../../scripts/package/registry';

function aFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-check-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

describe('what a package publishes', () => {
  const manifest = JSON.stringify({ files: ['examples', 'lib'] });
  const aClone = (files: Readonly<Record<string, string>>) => {
    const clone = aFolder({ 'package.json': manifest, '.gitignore': 'terraform.tfstate\n/lib/\n', ...files });
    const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: clone });
    git('init', '--quiet');
    git('add', '--all');
    return clone;
  };
  const files = { 'examples/main.tf': '', 'lib/index.js': '' };

  it('may be a product of the build, which git ignores as a whole', () => {
    expect(publishedFiles(aClone(files))).toEqual(['examples', 'lib']);
  });

  it('is not the state that an example has left', () => {
    expect(() => publishedFiles(aClone({ ...files, 'examples/terraform.tfstate': '' }))).toThrow(
      /^git ignores these files.*\nexamples\/terraform\.tfstate$/,
    );
  });

  it('must have been built', () => {
    expect(() => publishedFiles(aClone({ 'examples/main.tf': '' }))).toThrow(
      /^lib is missing\. Run "npm run/,
    );
  });
});

describe('packed files', () => {
  const secret = '/the/clone';
  const hidden = { 'a.js': Buffer.from(`require('${secret}/lib')`) };
  const search = (folder: string) => searchPackedFiles(folder, aFolder(), secret);
  const aTarball = (folder: string) => execFileSync('tar', ['-czf', '-', '-C', folder, '.']);

  it.each<[string, () => Readonly<Record<string, Uint8Array>>]>([
    ['a file', () => hidden],
    ['a wheel', () => ({ 'a.whl': zipSync(hidden) })],
    ['an archive in an archive', () => ({ 'a.tgz': aTarball(aFolder({ 'b.zip': zipSync(hidden) })) })],
  ])('must not name the clone in %s', (_, files) => {
    expect(() => search(aFolder(files()))).toThrow(/a\.js contains \/the\/clone/);
  });

  it('must not contain a link, which would lead elsewhere', () => {
    const linked = aFolder();
    symlinkSync('/etc/hostname', join(linked, 'link'));
    expect(() => search(aFolder({ 'a.tgz': aTarball(linked) }))).toThrow(/symbolic link/);
  });

  it('may be anything else', () => {
    expect(() => search(aFolder({ 'a.js': 'x', 'b.zip': zipSync({ c: Buffer.from('d') }) }))).not.toThrow();
  });
});

it.each([
  ['that are right are accepted', { zip: 'x' }, ['zip'], undefined],
  ['of a changed file are refused', { zip: 'y' }, ['zip'], /states other checksums/],
  ['must name every file', { zip: 'x', more: '' }, ['zip', 'more'], /states other checksums/],
  ['must name nothing else', { zip: 'x' }, [], /states other checksums/],
])('the checksums of a registry %s', (_, files, expected, error) => {
  const folder = aFolder({ ...files, SUMS: `${sha256(Buffer.from('x'))}  zip\n` });
  const verify = () => verifyChecksums(folder, 'SUMS', expected);
  if (error === undefined) expect(verify).not.toThrow();
  else expect(verify).toThrow(error);
});

it('the place in which a package is tried gives its programs no variable of this process', async () => {
  process.env['SVC_API_KEY'] = 'inherited';
  onTestFinished(() => void delete process.env['SVC_API_KEY']);
  const place = new Place();
  onTestFinished(() => place.dispose());
  const seen = await place.run(['sh', '-c', 'echo "$HOME:$TMPDIR:$SVC_API_KEY"']);
  expect(seen).toBe(`${place.folder}/home:${place.folder}/tmp:`);
  await expect(place.run(['sh', '-c', 'echo reason >&2; exit 3'])).rejects.toThrow(
    /with 3 instead of 0.*reason/s,
  );
});
