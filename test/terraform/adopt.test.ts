import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox';
import { aSandbox } from '../harness/a-sandbox';
import { type Scenario, scenario } from '../harness/scenario';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { builtCommand } from '../unit/cli/built-command';
import { equalEndpoint, equalKey, key } from './blocks';

/** What `adopt` is run with: a scenario, or its folder with another platform. */
type Ground = Pick<Scenario, 'workspace'> & { readonly platform: Pick<Sandbox, 'url' | 'key'> };

/** Runs `adopt` in the folder of the scenario. */
async function adopt(s: Ground, ...parameters: readonly string[]) {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    TERRAFORM_BINARY_NAME: (await foundTerraform()).path,
    TF_CLI_CONFIG_FILE: path.join(s.workspace.root, '..', 'cli.tfrc'),
    SVC_BASE_URL: s.platform.url,
    SVC_API_KEY: s.platform.key,
    TF_WORKSPACE: 'default',
  };
  const settings = { cwd: s.workspace.root, env: environment, extendEnv: false, reject: false } as const;
  const command = [builtCommand, 'adopt', ...parameters];
  const ended = await execa(process.execPath, command, { ...settings, stripFinalNewline: false });
  return { code: ended.exitCode, stdout: ended.stdout, stderr: ended.stderr };
}

/** An endpoint whose secret needs no variable: the command plans without any. */
const endpoint = (name: string, url = 'https://receiver.example/', more = '') =>
  `resource "svc_webhook_endpoint" "${name}" {\n  url = "${url}"\n  events = ["alert.created"]\n  secret = "made-up"\n${more}}\n`;
const theirs = equalEndpoint('');
const seeded = { ...theirs, secret: 'made-up' };

const writes = (s: Scenario) =>
  s.platform.controls.requests.all().filter(({ method }) => method !== 'GET').length;

it('what `adopt` writes imports every object without a write and shows no path, names what the provider refuses, its plan is then empty, and nothing is unmanaged', async () => {
  const s = await scenario();
  await s.startFrom(key('ours'));
  const secret = await s.plantSecret('theirs');
  const { webhooks, apiKeys } = s.platform.controls;
  const refused = await s.behindTheBack(() => {
    for (const events of [['alert.created'], ['incident.created']])
      webhooks.create({ url: 'https://hooks.example.com/hook/0f4c2b9d', events, secret });
    // Terraform would evaluate this name.
    apiKeys.create({ name: '$' + '{path.root}"', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
    apiKeys.create({ name: '7 break glass', tenant_id: 'ten_north', scopes: [] });
    return webhooks.create(theirs).id;
  });
  webhooks.update(refused, { url: 'https://me:hunter2@receiver.example/' });

  const listed = await adopt(s, '--fail-on', 'unmanaged');
  expect(listed.code).toBe(3);
  expect(listed.stdout.split('\n').map(line => line.split(' ')[0])).toEqual([
    'svc_api_key.path_root',
    'svc_api_key._7_break_glass',
    'svc_webhook_endpoint.hooks_example_com',
    'svc_webhook_endpoint.hooks_example_com_2',
    'svc_webhook_endpoint.receiver_example',
    '5',
    '',
  ]);

  const json = await adopt(s, '--json');
  expect(json.stdout).toContain('"host": "hooks.example.com"');
  const written = await adopt(s, '--write', 'imports.tf', '--fail-on', 'unmanaged');
  expect([written.code, written.stderr]).toEqual([
    3,
    expect.stringMatching(
      /Their hosts, for allowedHosts of policy\.json: \["hooks\.example\.com","receiver\.example"\].*"wh_\w+" is left out: .* refuses its url.*5 objects/s,
    ),
  ]);
  const again = await adopt(s, '--write', 'imports.tf');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('imports.tf exists') });

  const before = writes(s);
  const planned = await s.terraform('plan', '-no-color', '-generate-config-out=generated.tf');
  expect(planned.stdout + planned.stderr).toContain('4 to import, 0 to add, 0 to change, 0 to destroy');
  await s.apply(undefined, { warnings: [/Values of imported API keys/] });
  expect(writes(s)).toBe(before);
  const [imports, generated] = ['imports.tf', 'generated.tf'].map(file =>
    readFileSync(path.join(s.workspace.root, file), 'utf8'),
  );
  for (const words of ['"$${path.root}\\""', '/hook/0f4c2b9d']) expect(generated).toContain(words);
  expect(JSON.stringify([listed, json, written]) + imports).not.toMatch(/0f4c|hunter2/);
  expect(generated).not.toContain('hunter2');
  webhooks.delete(refused);

  const { host } = new URL(s.platform.url);
  expect(await adopt(s, '--fail-on', 'unmanaged')).toMatchObject({
    code: 0,
    stdout: `Every object is in a state. Read: 1 state with 5 objects, and one account of ${host}.\n`,
  });

  // Other states come beside those of the folder.
  await s.workspace.write('theirs.tfstate', '{"version":4,"resources":[]}');
  expect(await adopt(s, '--state', 'theirs.tfstate', '--fail-on', 'unmanaged')).toMatchObject({
    code: 0,
    stdout: `Every object is in a state. Read: 2 states with 5 objects, and one account of ${host}.\n`,
  });

  await s.terraform('workspace', 'new', 'other', '-no-color');
  expect(await adopt(s, '--fail-on', 'unmanaged')).toMatchObject({ code: 0 });
});

it('`adopt --existing` writes no import of what the state has at another address, and names what needs `moved`', async () => {
  const s = await scenario();
  await s.startFrom(endpoint('a'));
  const [{ id } = { id: '' }] = s.platform.controls.webhooks.all();
  const other = 'provider "svc" {\n  alias = "other"\n}\n';
  await s.configure(other + endpoint('b', theirs.url, '  provider = svc.other\n'));
  const { code, stderr } = await adopt(s, '--existing', '--write', 'existing.tf');
  expect(code).toBe(1);
  expect(stderr).toContain(
    `svc_webhook_endpoint.b equals ${id}, which a state of this folder has: write a \`moved\` block`,
  );
  expect(existsSync(path.join(s.workspace.root, 'existing.tf'))).toBe(false);

  // As an import block does that another workspace has used.
  await s.workspace.write('existing.tf', `import {\n  to = svc_webhook_endpoint.d\n  id = "${id}"\n}\n`);
  await s.configure(endpoint('a') + endpoint('d', 'https://receiver.example/d'));
  const again = await adopt(s, '--existing');
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `svc_webhook_endpoint.d would import ${id}, which a state of this folder has: remove an old`,
    ),
  });
});

it('`adopt --existing` beside a restored state names apply -refresh-only, then imports; beside a cdktf.json it names the stack', async () => {
  const s = await scenario();
  await s.startFrom(endpoint('a') + key('b'));
  // The account of another environment has an equal endpoint, and nothing of this state.
  const there = { workspace: s.workspace, platform: await aSandbox({ seed: { webhooks: [seeded] } }) };
  // Of a new object that no read shows, the command would ask for ten seconds.
  await there.platform.controls.clock.advance(61_000);
  const wrong = await adopt(there, '--existing');
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('knows no object of the state'),
  });
  expect(wrong.stderr).not.toContain('-refresh-only');
  await s.behindTheBack(({ webhooks }) => {
    for (const { id } of webhooks.all()) webhooks.delete(id);
    return webhooks.create(theirs);
  });
  const restored = await adopt(s, '--existing', '--write', 'existing.tf');
  expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('apply -refresh-only') });
  expect(existsSync(path.join(s.workspace.root, 'existing.tf'))).toBe(false);
  await s.terraform('apply', '-refresh-only', '-auto-approve');
  expect(await adopt(s, '--existing', '--write', 'existing.tf')).toMatchObject({ code: 0 });
  await s.apply(undefined, { warnings: 'any' });
  expect(s.platform.controls.webhooks.all()).toHaveLength(1);
  for (const file of ['main.tf', 'provider.tf', 'existing.tf'])
    renameSync(path.join(s.workspace.root, file), path.join(s.workspace.root, `${file}.txt`));
  await s.workspace.write('cdktf.json', '{}');
  expect((await adopt(s, '--existing')).stderr).toContain('Run this command in cdktf.out/stacks/STACK.');
});

it('`adopt --existing --keys` imports a sole equal key, and of two equal keys or blocks none; no key is issued for the former', async () => {
  const s = await scenario();
  const make = (name: string) => s.behindTheBack(api => api.apiKeys.create(equalKey(name)).id);
  const [sole, ...others] = [await make('sole'), await make('two'), await make('two'), await make('blocks')];
  const called = 'blocks';
  await s.configure(key('sole') + key('two') + key('one', { called }) + key('other', { called }));
  const { code, stdout, stderr } = await adopt(s, '--existing', '--keys', '--write', 'existing.tf');
  expect([code, stderr]).toEqual([0, expect.stringContaining('imports 1 object')]);
  for (const id of others) expect(stdout).toMatch(new RegExp(`${id} of 20.*Z`));
  expect(stdout + stderr).not.toMatch(new RegExp(`DELETE|${sole} of 20`));
  const written = readFileSync(path.join(s.workspace.root, 'existing.tf'), 'utf8');
  expect(written).toBe(`import {\n  to = svc_api_key.sole\n  id = "${sole}"\n}\n\n`);
  const applied = await s.terraform('apply', '-auto-approve', '-no-color');
  expect(applied.stdout).toContain('1 imported, 3 added, 0 changed, 0 destroyed');
});
