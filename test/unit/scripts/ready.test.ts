import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../scripts/ready/products.mjs';

describe('what is built is stale', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-ready-'));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src', 'a.ts'), 'one');
  });

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
