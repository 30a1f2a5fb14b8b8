import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reasonToInstall } from '../../../scripts/ready/dependencies.mjs';
import { fingerprintOf } from '../../../scripts/ready/products.mjs';

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
    const last = fingerprintOf([folder]);
    await rm(join(folder, 'src'), { recursive: true });
    expect(new Set([first, second, third, last, fingerprintOf([join(folder, 'src')])]).size).toBe(5);
  });
});
