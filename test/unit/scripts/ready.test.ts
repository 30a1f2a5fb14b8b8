import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprintOf } from '../../../scripts/ready/products.mjs';

it('what is built is stale when a source has other content, a new one came or one is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-ready-'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'a.ts'), 'one');
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
