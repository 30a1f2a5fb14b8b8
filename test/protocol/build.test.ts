import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { inputsOfBundle, providerIn } from '../../scripts/build/bundle';
import { bundledPackages } from '../../scripts/build/bundled-packages';
import { filesBelow } from '../../scripts/ready/products.mjs';

const repository = join(__dirname, '..', '..');
const dist = join(repository, 'dist');
const hosts = ['registry.opentofu.org', 'registry.terraform.io'];
const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
const loader = pathToFileURL(require.resolve('tsx')).href;

/** Another clone, with an installation of its own of the packages that are bundled. */
function clone(folder: string, inputs: readonly string[]): void {
  for (const name of ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'])
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const { directory } of bundledPackages(inputs))
    cpSync(directory, join(folder, relative(repository, directory)), { recursive: true });
}

const archives = (host: string) => {
  const folder = join(dist, 'mirror', host, 'svc', 'svc');
  return readdirSync(folder)
    .sort()
    .map(name => join(folder, name));
};
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const digests = (folder: string) => filesBelow(folder).map(path => [relative(folder, path), digest(path)]);

test('the mirror has the same package for every platform, under both hosts', () => {
  const names = platforms.map(platform => `terraform-provider-svc_${version}_${platform}.zip`);
  for (const host of hosts) expect(archives(host).map(path => basename(path))).toEqual(names);
  expect(new Set(hosts.flatMap(archives).map(digest)).size).toBe(1);
});

test('two builds of one commit are the same bytes: in another folder, time zone and year, under another umask', async () => {
  // Within this folder: the packages that are not bundled are found above it.
  await mkdir(join(repository, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(repository, '.cache', 'another-clone-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  clone(folder, await inputsOfBundle(providerIn('src/provider/main.ts')));
  const laterClock = pathToFileURL(join(__dirname, 'fixture', 'later-clock.mjs')).href;
  const command = [process.execPath, '--import', loader, join(folder, 'scripts', 'build.ts')];
  await promisify(execFile)('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...command], {
    cwd: folder,
    env: { ...process.env, TZ: 'Pacific/Auckland', NODE_OPTIONS: `--import ${laterClock}` },
  });
  for (const product of ['provider', 'packed', 'mirror'])
    expect(digests(join(folder, 'dist', product))).toEqual(digests(join(dist, product)));
}, 180_000);

test('exactly one file has a name that Terraform would execute, and only this file is executable', () => {
  const program = join(dist, 'provider');
  const candidates = readdirSync(program).filter(name => /^terraform-provider-svc([._]|$)/.test(name));
  expect(candidates).toEqual([`terraform-provider-svc_v${version}`]);
  const executable = readdirSync(program).filter(name => (statSync(join(program, name)).mode & 0o111) !== 0);
  expect(executable).toEqual(candidates);
});
