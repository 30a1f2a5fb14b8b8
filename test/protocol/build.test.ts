import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProvider } from '../../scripts/build/provider';

const repository = join(__dirname, '..', '..');
const entry = join(__dirname, 'fixture', 'main.ts');
const hosts = ['registry.opentofu.org', 'registry.terraform.io'];
const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'build-'));
  await buildProvider({ entry, version: '1.2.3', directory: join(parent, 'first') });
});
afterAll(() => rm(parent, { recursive: true }));

const archives = (build: string, host: string) => {
  const folder = join(parent, build, 'mirror', host, 'svc', 'svc');
  return readdirSync(folder)
    .sort()
    .map(name => join(folder, name));
};
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

test.each(hosts)('the mirror has a package for every platform under %s', host => {
  const names = platforms.map(platform => `terraform-provider-svc_1.2.3_${platform}.zip`);
  expect(archives('first', host).map(path => path.split('/').pop())).toEqual(names);
});

test('the same sources make the same bytes, in another time zone and another folder too', () => {
  const options = { entry, version: '1.2.3', directory: join(parent, 'second') };
  const build = `require('./scripts/build/provider').buildProvider(${JSON.stringify(options)})`;
  const env = { ...process.env, TZ: 'Pacific/Auckland' };
  execFileSync(process.execPath, ['--import', 'tsx', '-e', build], { cwd: repository, env });
  const all = ['first', 'second'].flatMap(name => hosts.flatMap(host => archives(name, host)));
  expect(all).toHaveLength(16);
  expect(new Set(all.map(digest)).size).toBe(1);
});

test('of the names Terraform would execute there is one, and it alone is executable', () => {
  const program = join(parent, 'first', 'provider');
  const candidates = readdirSync(program).filter(name => /^terraform-provider-svc([._]|$)/.test(name));
  expect(candidates).toEqual(['terraform-provider-svc_v1.2.3']);
  const executable = readdirSync(program).filter(name => (statSync(join(program, name)).mode & 0o111) !== 0);
  expect(executable).toEqual(candidates);
});
