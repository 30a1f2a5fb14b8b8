import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { clone, hidingTheClone } from '../../../scripts/package/check/hidden-clone';
import { demandNamedFiles } from '../../../scripts/package/check/named-files';
import { searchPackedFiles } from '../../../scripts/package/check/packed-files';
import { Place } from '../../../scripts/package/check/place';
import { verifyChecksums } from '../../../scripts/package/check/registry';
import { sha256 } from '../../../scripts/package/registry';
import { stage } from '../../../scripts/package/staging';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-check-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

async function aPlace(): Promise<Place> {
  const place = await Place.create();
  onTestFinished(() => place.dispose());
  return place;
}

const published = z.looseObject({ files: z.array(z.string()) });

/** The package as it is published, with empty files, except those that are left out. */
function aPackage(leftOut: string): string {
  const manifest = published.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const named = ['lib/index.js', 'lib/index.d.ts', ...manifest.files.filter(path => path !== 'lib')];
  const files = [...named, 'README.md', 'LICENSE'].filter(path => path !== leftOut);
  const contents = Object.fromEntries(files.map(path => [path, '']));
  return write(aFolder(), { ...contents, 'package.json': JSON.stringify(manifest) });
}

describe('a package without a file that it needs', () => {
  it.each([
    ['dist/cli.cjs', 'bin'],
    ['dist/sandbox.cjs', 'exports'],
    ['lib/index.js', 'main'],
    ['dist/mirror', 'files'],
    ['LICENSE', 'files'],
    ['docs', 'files'],
  ])('%s is refused with one error that says what to do', (file, field) => {
    const check = () => demandNamedFiles('svc-1.0.0.tgz', aPackage(file));
    expect(check).toThrow(
      `svc-1.0.0.tgz lacks files:\n\n    ${file} (needed by "${field}" in package.json)\n\nName them in "files"`,
    );
    expect(check).toThrow('npm run build');
  });

  it('is accepted when nothing is missing', () => {
    expect(() => demandNamedFiles('svc-1.0.0.tgz', aPackage(''))).not.toThrow();
  });

  it('is not even packed', () => {
    expect(() => stage(aPackage('dist/cli.cjs'), aFolder())).toThrow(
      /^dist\/cli\.cjs is missing, and "files" of package\.json names it\. .*npm run build$/s,
    );
  });
});

describe('packed files', () => {
  const secret = '/the/clone';
  const hidden = { 'a.js': Buffer.from(`require('${secret}/lib')`) };
  const search = (folder: string) => searchPackedFiles(folder, aFolder(), secret);

  function aTarball(folder: string): Buffer {
    return execFileSync('tar', ['-czf', '-', '-C', folder, '.']);
  }

  it.each<[string, () => Readonly<Record<string, Uint8Array>>]>([
    ['a file', () => hidden],
    ['a wheel', () => ({ 'a.whl': zipSync(hidden) })],
    [
      'an archive in an archive',
      () => ({ 'a.tgz': aTarball(write(aFolder(), { 'b.zip': zipSync(hidden) })) }),
    ],
  ])('must not name the clone in %s', (_, files) => {
    expect(() => search(write(aFolder(), files()))).toThrow(/a\.js contains \/the\/clone/);
  });

  it('must not contain a link, which would lead elsewhere', () => {
    const linked = aFolder();
    symlinkSync('/etc/hostname', join(linked, 'link'));
    const packed = write(aFolder(), { 'a.tgz': aTarball(linked) });
    expect(() => search(packed)).toThrow(/symbolic link/);
  });

  it('may be anything else', () => {
    expect(() =>
      search(write(aFolder(), { 'a.js': 'x', 'b.zip': zipSync({ c: Buffer.from('d') }) })),
    ).not.toThrow();
  });
});

describe('a registry’s checksums', () => {
  it.each([
    ['that are right are accepted', { zip: 'x' }, ['zip'], undefined],
    ['of a changed file are refused', { zip: 'y' }, ['zip'], /zip is missing, or has another checksum/],
    ['of a missing file are refused', {}, ['zip'], /zip is missing/],
    ['must name every file', { zip: 'x', more: '' }, ['zip', 'more'], /does not name more/],
    ['must name nothing else', { zip: 'x' }, [], /names zip/],
  ])('%s', (_, files, expected, error) => {
    const stated = { SUMS: `${sha256(Buffer.from('x'))}  zip\n` };
    const verify = () => verifyChecksums(write(aFolder(), { ...files, ...stated }), 'SUMS', expected);
    if (error === undefined) expect(verify).not.toThrow();
    else expect(verify).toThrow(error);
  });
});

describe('the place in which a package is tried', () => {
  it('gives its programs neither the clone nor a variable of this process', async context => {
    if ((await hidingTheClone()).length === 0) context.skip('unshare --mount is not permitted here');
    process.env['SVC_API_KEY'] = 'inherited';
    onTestFinished(() => void delete process.env['SVC_API_KEY']);
    const place = await aPlace();
    const seen = await place.run(['sh', '-c', `echo "$HOME:$TMPDIR:$SVC_API_KEY:$PATH"; ls '${clone}'`]);
    expect(seen).toMatch(new RegExp(`^${place.folder}/home:${place.folder}/tmp::[^\n]+\n$`));
    expect(seen).not.toContain(`${clone}/`);
    expect(place.skipped).toEqual([]);
  });

  it('refuses a link into the clone, and shows the output of a command that fails', async () => {
    const place = await aPlace();
    place.demandNoLinkIntoTheClone();
    symlinkSync(join(clone, 'package.json'), place.path('link'));
    expect(() => place.demandNoLinkIntoTheClone()).toThrow(/link is a link into the clone/);
    await expect(place.run(['sh', '-c', 'echo reason >&2; exit 3'])).rejects.toThrow(
      /with 3 instead of 0.*reason/s,
    );
  });
});
