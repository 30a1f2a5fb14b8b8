import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, promisesOf } from '../cdktf/listings';
import { aSandbox } from '../harness/a-sandbox';
import { type Scenario, scenario } from '../harness/scenario';
import { needFeature } from '../harness/terraform/needed-feature';
import { requiredProviders } from '../harness/terraform/provider-installation';
import { key } from './blocks';
import { searchFiles } from './canary/file-search';
import { readerShell } from './reader-shell';

const page = 'docs/remote-state.md';
const [platforms = '', module = ''] = codeOf(page, 'Two platforms in one configuration', 'hcl');
const [tenants = ''] = codeOf(page, 'Several tenants', 'hcl');

/** The module that the page calls. It has no provider block. */
const calledModule = requiredProviders + key('export');

/** Runs a command of which nothing may fail. The listings declare variables and providers themselves. */
async function succeed(s: Scenario, command: string): Promise<void> {
  const { code, stderr } = await s.terraform(...command.split(' '), '-no-color');
  expect(code, `${command}: ${stderr}`).toBe(0);
}

const namesOn = ({ apiKeys }: Scenario['platform']['controls']) => apiKeys.all().map(({ name }) => name);

it('two provider blocks reach two platforms, also from a module, and no ephemeral key is in the saved plan or the state', async context => {
  await needFeature('ephemeral values', context);
  const s = await scenario({ environment: { SVC_BASE_URL: '', SVC_API_KEY: '' } });
  const staging = await aSandbox();
  await rm(path.join(s.workspace.root, 'provider.tf'));
  await s.configure(platforms, {
    production_url: s.platform.url,
    production_key: s.platform.key,
    staging_url: staging.url,
    staging_key: staging.key,
  });
  await succeed(s, 'plan -out=saved.tfplan');
  await succeed(s, 'apply saved.tfplan');
  for (const { controls } of [s.platform, staging]) {
    expect(controls.apiKeys.all().filter(({ name }) => name === 'dashboard')).toHaveLength(1);
  }
  const keys = [s.platform, staging].map(({ key }) => ({ name: 'a key of a provider', value: key }));
  expect(await searchFiles(s.workspace.root, { stored: [], unstored: keys })).toEqual([]);
  await succeed(s, 'plan -detailed-exitcode');
  await mkdir(path.join(s.workspace.root, 'keys'));
  await s.workspace.write('keys/main.tf', calledModule);
  await s.workspace.write('module.tf', module);
  await succeed(s, 'init');
  await succeed(s, 'apply -auto-approve');
  const exports = [s.platform, staging].map(({ controls }) => namesOn(controls).includes('export'));
  expect(exports).toEqual([false, true]);
  await succeed(s, 'plan -detailed-exitcode');
  await succeed(s, 'destroy -auto-approve');
});

it('one key manages a key for each tenant', async () => {
  const s = await scenario();
  const { next } = await s.apply(tenants);
  expect(next.isEmpty).toBe(true);
  const owners = s.platform.controls.apiKeys.all().map(({ tenant_id }) => tenant_id);
  expect(owners.sort()).toEqual(['ten_acme', 'ten_globex']);
});

const [split = ''] = codeOf(page, 'Split a state, or hand objects over', 'shell');
const settings = `${requiredProviders}provider "svc" {}\n`;

it('a key moves to the state of a folder that was applied before, and keeps its value', async () => {
  const theirs = key('export');
  const { folder, shell } = await readerShell();
  await shell(
    `npx --no cdktf-provider-svc install\neval "$(npx --no cdktf-provider-svc sandbox --background)"`,
  );
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  await mkdir(path.join(folder, 'team'));
  await write('main.tf', settings + key('dashboard') + key('reports'));
  await write('team/main.tf', settings + theirs);
  for (const folder of ['.', 'team'])
    await shell(`terraform -chdir=${folder} init && terraform -chdir=${folder} apply -auto-approve`);
  const dashboard = (state: string) => /"id":\s*"key_[^}]*"name":\s*"dashboard"/.exec(state)?.[0];
  const former = dashboard(await shell('terraform state pull'));
  expect(former).toMatch(/"key":\s*"svc_test_/);
  await write('main.tf', settings + key('reports'));
  await write('team/main.tf', settings + theirs + key('dashboard'));
  const output = await shell(split);
  for (const promise of promisesOf(split)) expect(output).toContain(promise);
  expect(dashboard(await shell('terraform -chdir=team state pull'))).toBe(former);
  expect(dashboard(await shell('terraform state pull'))).toBeUndefined();
  expect((await readdir(folder)).filter(name => /^(from|to)\.tfstate/.test(name))).toEqual([]);
});
