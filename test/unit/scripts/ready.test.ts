import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scripts } from '../../../package.json';
import { reasonToInstall } from '../../../scripts/ready/dependencies.mjs';
import { fingerprintOf } from '../../../scripts/ready/products.mjs';
import { secretNames } from '../../../scripts/ready/secret-names.mjs';

describe('dependencies are installed', () => {
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/hono': { version: '4.0.0' },
      'node_modules/for-macos': { version: '1.0.0', optional: true },
    },
  };

  it.each([
    ['when node_modules is missing', undefined, /missing/],
    ['when a package is missing', { packages: {} }, /node_modules\/hono/],
    ['when a version differs', { packages: { 'node_modules/hono': { version: '3.0.0' } } }, /4\.0\.0/],
  ])('%s', (_, installed, reason) => {
    expect(reasonToInstall(wanted, installed)).toMatch(reason);
  });

  it('does not repeat while node_modules matches the lock file', () => {
    const installed = { packages: { 'node_modules/hono': { version: '4.0.0' } } };
    expect(reasonToInstall(wanted, installed)).toBeUndefined();
  });
});

describe('what is built is stale', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-ready-'));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src', 'a.ts'), 'one');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('when a source has other content, a new one came or one is gone', async () => {
    const first = fingerprintOf([folder]);
    await writeFile(join(folder, 'src', 'a.ts'), 'two');
    const second = fingerprintOf([folder]);
    await writeFile(join(folder, 'src', 'b.ts'), '');
    const third = fingerprintOf([folder]);
    await rm(join(folder, 'src', 'a.ts'));
    expect(new Set([first, second, third, fingerprintOf([folder])]).size).toBe(4);
  });

  it('not when only a time stamp changed', async () => {
    const before = fingerprintOf([folder, join(folder, 'never-existed')]);
    await utimes(join(folder, 'src', 'a.ts'), 0, 0);
    expect(fingerprintOf([folder])).toBe(before);
  });
});

describe('a build', { timeout: 60_000 }, () => {
  let clone: string;
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'svc-ready-'));
    await mkdir(join(clone, 'node_modules'));
    await writeFile(join(clone, 'node_modules', '.package-lock.json'), '{"packages":{}}');
    const script = 'mkdir -p dist/provider dist/mirror && printenv';
    await writeFile(join(clone, 'package.json'), JSON.stringify({ scripts: { 'build:provider': script } }));
  });
  afterEach(() => rm(clone, { recursive: true }));

  it.each<[string, readonly string[], boolean]>([
    ['sees no secret before a release', releaseParameters(), false],
    ['sees the whole environment otherwise', [], true],
  ])('%s', async (_, parameters, isSeen) => {
    const values = secretNames.map(name => [name, randomUUID()] as const);
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [resolve('scripts/ready.mjs'), ...parameters],
      { cwd: clone, env: { ...process.env, ...Object.fromEntries(values) } },
    );
    expect(stderr).toContain('PATH=');
    for (const [, value] of values) expect(stderr.includes(value)).toBe(isSeen);
  });
});

/** What `npm run release` gives to ready.mjs. */
function releaseParameters(): readonly string[] {
  const [, , ...parameters] = scripts.prerelease.split(' ');
  return parameters;
}
