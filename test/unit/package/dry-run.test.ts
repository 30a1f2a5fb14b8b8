import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { files as published, version } from '../../../package.json';
import { onlyInWholeRun } from '../../harness/extent';

const execute = promisify(execFile);

/** A clone with all files of this one, their products and the section of a release. Its one commit has all of them. */
function aClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'svc-release-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }), 60_000);
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const products = [
    '.jsii',
    'lib',
    'dist/cdktn',
    'dist/provider',
    ...published.filter(path => path.startsWith('dist/')),
  ];
  for (const path of [...files.split('\0').filter(Boolean), ...products]) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(path, join(clone, path), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const section = `## Unreleased\n\n## ${version} - 2027-01-02\n`;
  writeFileSync(join(clone, 'CHANGELOG.md'), changelog.replace('## Unreleased\n', section));
  // A link is no folder for the pattern `node_modules/` in .gitignore.
  git(clone, 'init', '--quiet');
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  git(clone, 'add', '--all');
  git(
    clone,
    '-c',
    'user.name=Tests',
    '-c',
    'user.email=tests@example.com',
    'commit',
    '--quiet',
    '--message',
    'All',
  );
  return clone;
}

function git(clone: string, ...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: clone, encoding: 'utf8' });
}

async function release(clone: string, ...parameters: readonly string[]) {
  const words = ['--import', 'tsx', 'scripts/release.ts', ...parameters];
  // No .NET SDK, so that the part is made and checked without a network.
  const programs = join(clone, '.git/programs');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'dotnet'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  try {
    const env = { PATH: `${programs}${delimiter}${process.env['PATH']}`, HOME: programs };
    return { code: 0, ...(await execute(process.execPath, words, { cwd: clone, env })) };
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return { code: 1, stdout: String(error.stdout), stderr: String(error.stderr) };
    throw error;
  }
}

it('a dry run packages twice and neither tags nor publishes; what disagrees ends it first', {
  timeout: 240_000,
}, async context => {
  onlyInWholeRun(context);
  const clone = aClone();
  const dry = await release(clone, version, '--tested', '--parts', 'cdktf/dotnet');
  expect([dry.code, dry.stderr]).toEqual([
    0,
    expect.stringContaining('package: check of cdktf/dotnet: done'),
  ]);
  expect(dry.stdout).toMatch(/release: \d\d files, the same bytes twice/);
  expect(dry.stdout).toContain(`release: ${version} can be released. This was a dry run: there is no tag.`);
  expect(dry.stdout).toMatch(
    /npm \(cdktf\), needs NPM_TOKEN\n +\(new=.* HOME=\$new TMPDIR=\$new npx .* publib-npm dist\/packages\/cdktf\/js\)\n/,
  );
  expect(git(clone, 'tag')).toBe('');

  const other = await release(clone, '9.0.0', '--tested');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining(`package.json says ${version}`)]);

  const poor = await release(clone, version, '--tested', '--publish');
  expect([poor.code, poor.stderr]).toEqual([1, expect.stringContaining('npm (cdktf) needs NPM_TOKEN')]);

  const taken = await execute('npm', ['run', 'release', '--ignore-scripts', version, '--dry-run'], {
    cwd: clone,
  }).catch(String);
  expect(taken).toContain('npm has taken --dry-run for itself.');

  writeFileSync(join(clone, 'new'), '');
  const dirty = await release(clone, version, '--tested', '--dry-run');
  expect([dirty.code, dirty.stderr]).toEqual([1, expect.stringContaining('in no commit:\n?? new')]);
  expect(git(clone, 'tag')).toBe('');
});
