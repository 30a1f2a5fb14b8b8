import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../package.json';
import { bundle } from '../../scripts/build/bundle';
import { filesBelow } from '../../scripts/ready/products.mjs';

const repository = join(__dirname, '..', '..');
const hosts = ['registry.opentofu.org', 'registry.terraform.io'];
const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
const loader = pathToFileURL(require.resolve('tsx')).href;

let parent: string;
let first: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'build-'));
  first = join(parent, 'first');
  await mkdir(first);
  await build({ sources: repository, folder: first });
});
afterAll(() => rm(parent, { recursive: true }));

interface Build {
  sources: string;
  /** Gets `dist`, as `npm run build` leaves it. */
  folder: string;
  umask?: string;
  environment?: Readonly<Record<string, string>>;
}

/** Builds the provider as `npm run build` does. */
async function build({ sources, folder, umask = '022', environment = {} }: Build): Promise<void> {
  const command = [process.execPath, '--import', loader, join(sources, 'scripts', 'build.ts')];
  await promisify(execFile)('sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...command], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
}

/** Another clone with an installation of its own, of which only the packages that are bundled are copied. */
async function clone(): Promise<string> {
  const folder = join(parent, 'elsewhere', 'another-name');
  mkdirSync(folder, { recursive: true });
  for (const name of ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'])
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  const inputs = await bundle({
    entry: 'src/provider/main.ts',
    name: 'provider',
    directory: join(parent, 'bundle'),
  });
  const bundled = new Set(inputs.flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  for (const name of packages()) {
    const [from, to] = [join(repository, 'node_modules', name), join(folder, 'node_modules', name)];
    mkdirSync(dirname(to), { recursive: true });
    if (bundled.has(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  return folder;
}

const packages = () =>
  readdirSync(join(repository, 'node_modules')).flatMap(name =>
    name.startsWith('@')
      ? readdirSync(join(repository, 'node_modules', name)).map(each => `${name}/${each}`)
      : name,
  );

const archives = (host: string) => {
  const folder = join(first, 'dist', 'mirror', host, 'svc', 'svc');
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
  const second = await clone();
  const environment = {
    TZ: 'Pacific/Auckland',
    NODE_OPTIONS: `--import ${pathToFileURL(join(__dirname, 'fixture', 'later-clock.mjs')).href}`,
  };
  await build({ sources: second, folder: second, umask: '077', environment });
  expect(digests(join(second, 'dist'))).toEqual(digests(join(first, 'dist')));
});

test('exactly one file has a name that Terraform would execute, and only this file is executable', () => {
  const program = join(first, 'dist', 'provider');
  const candidates = readdirSync(program).filter(name => /^terraform-provider-svc([._]|$)/.test(name));
  expect(candidates).toEqual([`terraform-provider-svc_v${version}`]);
  const executable = readdirSync(program).filter(name => (statSync(join(program, name)).mode & 0o111) !== 0);
  expect(executable).toEqual(candidates);
});
