import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const execute = promisify(execFile);
const kept = '.cache/package.json.while-packing';

let manifest: string;

beforeAll(async () => {
  manifest = await readFile('package.json', 'utf8');
});

/** A clone as far as packing goes: npm must not touch the manifest of this repository while tests run in it. */
async function aClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'svc-clone-'));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  await cp('scripts', join(clone, 'scripts'), { recursive: true });
  await writeFile(join(clone, 'package.json'), manifest);
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(manifest));
  for (const file of files) {
    const isFolder = (await stat(file)).isDirectory();
    await mkdir(dirname(join(clone, file)), { recursive: true });
    if (isFolder) await mkdir(join(clone, file));
    await writeFile(join(clone, file, ...(isFolder ? ['content'] : [])), '');
  }
  return clone;
}

const pack = (clone: string) =>
  execute('npm', ['pack', '--silent'], {
    cwd: clone,
    env: { ...process.env, npm_config_cache: join(clone, 'cache') },
  });

/** The manifest in the tarball that was packed last. */
async function packedManifest(clone: string, tarball: string): Promise<unknown> {
  await execute('tar', ['-xzf', tarball.trim(), 'package/package.json'], { cwd: clone });
  return JSON.parse(await readFile(join(clone, 'package/package.json'), 'utf8'));
}

const manifestOf = (clone: string) => readFile(join(clone, 'package.json'), 'utf8');

describe('npm pack', { timeout: 60_000 }, () => {
  it('removes only the scripts, and restores the clone', async () => {
    const clone = await aClone();
    const { stdout } = await pack(clone);
    const { scripts: _scripts, ...rest } = JSON.parse(manifest);
    expect(await packedManifest(clone, stdout)).toEqual(rest);
    expect(await manifestOf(clone)).toBe(manifest);
  });

  it('twice at once gives two tarballs without scripts, and the clone as it was', async () => {
    const clone = await aClone();
    const both = await Promise.all([pack(clone), pack(clone)]);
    for (const { stdout } of both) expect(await packedManifest(clone, stdout)).not.toHaveProperty('scripts');
    expect(await manifestOf(clone)).toBe(manifest);
  });

  it('restores package.json after one that was killed', async () => {
    const clone = await aClone();
    await execute(process.execPath, ['scripts/pack.mjs', 'strip'], { cwd: clone });
    expect(JSON.parse(await manifestOf(clone))).not.toHaveProperty('scripts');
    await utimes(join(clone, kept), 0, 0);
    await execute(process.execPath, ['scripts/pack.mjs', 'restore'], { cwd: clone });
    expect(await manifestOf(clone)).toBe(manifest);
  });

  it('keeps later changes after a killed run', async () => {
    const clone = await aClone();
    await execute(process.execPath, ['scripts/pack.mjs', 'strip'], { cwd: clone });
    const newer = manifest.replace('"version": "', '"version": "9');
    await writeFile(join(clone, 'package.json'), newer);
    await utimes(join(clone, kept), 0, 0);
    await pack(clone);
    expect(await manifestOf(clone)).toBe(newer);
  });

  it('refuses a file that git ignores in a published folder, as npm run package does', async () => {
    const clone = await aClone();
    await execute('git', ['init', '--quiet'], { cwd: clone });
    await writeFile(join(clone, '.gitignore'), 'terraform.tfstate\n/lib/\n');
    await execute('git', ['add', 'examples'], { cwd: clone });
    await writeFile(join(clone, 'examples/terraform.tfstate'), '{}');
    await expect(pack(clone)).rejects.toThrow(/git ignores these files.*\n {4}examples\/terraform\.tfstate/);
    expect(await manifestOf(clone)).toBe(manifest);
    await rm(join(clone, 'examples/terraform.tfstate'));
    expect(await packedManifest(clone, (await pack(clone)).stdout)).not.toHaveProperty('scripts');
  });

  it('without a build is refused with the way to get one', async () => {
    const clone = await aClone();
    await rm(join(clone, 'lib'), { recursive: true });
    await expect(pack(clone)).rejects.toThrow(/lib is missing\. Run "npm run build" first\./);
    expect(await manifestOf(clone)).toBe(manifest);
  });
});
