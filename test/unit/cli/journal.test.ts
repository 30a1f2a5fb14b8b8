import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, type RunRecord } from '../../../src/provider/creation/journal/entry';
import { placeOf } from '../../../src/provider/creation/journal/place';
import { endpoint, key, scene } from '../provider/creation-fixture';
import { builtCommand } from './built-command';
import { commandLine } from './command-line';

type Scene = Awaited<ReturnType<typeof scene>>;

/** The command as a real process, without a terminal. */
async function journal(s: Scene, ...parameters: readonly string[]) {
  return journalWith({}, s, ...parameters);
}

async function journalWith(
  environment: Readonly<Record<string, string>>,
  { folder, sandbox }: Scene,
  ...parameters: readonly string[]
) {
  const child = spawn(process.execPath, [builtCommand, 'journal', ...parameters], {
    cwd: folder,
    env: {
      ...process.env,
      SVC_JOURNAL_DIR: folder,
      SVC_API_KEY: sandbox.key,
      SVC_BASE_URL: sandbox.url,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)));
  const [code] = await once(child, 'close');
  expect(said).not.toContain(sandbox.key);
  return { code: Number(code), said };
}

/** As a run in the folder of the scene would have noted it. */
const placeIn = ({ folder }: Scene) =>
  placeOf({
    data: join(folder, '.terraform'),
    directory: folder,
    environment: {},
    command: { name: 'plan', stateOption: undefined },
    started: Date.now(),
  }).digest;

async function leftEndpoint({ run = {}, stateFile }: { run?: Partial<RunRecord>; stateFile?: string } = {}) {
  const s = await scene();
  const { id } = s.sandbox.controls.webhooks.create(endpoint);
  s.leave(
    'svc_webhook_endpoint',
    {
      run: { place: placeIn(s), ...(stateFile && { stateFile: join(s.folder, stateFile) }), ...run },
    },
    lines.answered(1, id),
  );
  return { s, id, ids: () => s.sandbox.controls.webhooks.all().map(each => each.id) };
}

describe('the journal command', { timeout: 60_000 }, () => {
  it('lists the open entries in words, with the command that ends each', async () => {
    const { s, id } = await leftEndpoint();
    const { code, said } = await journal(s);
    expect(code).toBe(0);
    expect(said).toMatch(new RegExp(`svc_webhook_endpoint ${id}.*its run was cut off`, 's'));
    expect(said).toContain(`npx cdktf-provider-svc journal delete ${id}`);
    expect(said).not.toContain(endpoint.url);
  });

  it('says so if nothing is left over', async () => {
    const s = await scene();
    const { code, said } = await journal(s);
    expect(code).toBe(0);
    expect(said).toMatch(
      /^No open entries: .* It does not keep candidates that a plan or an apply has named without proof\.\n$/,
    );
  });

  it('claims nothing about a candidate that an apply has named without proof', async () => {
    const s = await scene();
    s.leave('svc_api_key');
    const { id } = s.sandbox.controls.apiKeys.issue(key);
    const { platform, warnings, site } = await s.applying();
    const made = await platform.apiKeys.create(key, site);
    expect(warnings).toEqual([`API key ${id} may be left over`]);
    const next = await s.provider();
    next.platform.stateSeen({ resource: 'svc_api_key', identity: made.id, values: () => ({}) });
    const { said } = await journal(s);
    expect(said).toContain('It does not keep candidates');
    expect(said).not.toContain(id);
    expect(said).not.toMatch(/no leftover|nothing is left/);
  });

  it('deletes an object only after it has shown it and was confirmed', async () => {
    const { s, id, ids } = await leftEndpoint();
    const asked = await journal(s, 'delete', id);
    expect(asked.code).toBe(1);
    expect(asked.said).toMatch(/Created on the platform at .*add --yes/s);
    expect(ids()).toEqual([id]);
    expect((await journal(s, 'delete', id, '--yes')).said).toContain(`${id} is deleted.`);
    expect(ids()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it('revokes a key', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.apiKeys.issue(key);
    s.leave('svc_api_key', { run: { place: placeIn(s) } }, lines.answered(1, id));
    expect((await journal(s, 'delete', id, '--yes')).code).toBe(0);
    expect(s.sandbox.controls.apiKeys.all()).toEqual([]);
  });

  it.each<[string, Parameters<typeof leftEndpoint>[0], RegExp]>([
    ['of another place', { run: { place: 'elsewhere' } }, /select that workspace/],
    ['whose folder is gone', { run: { directory: '/nowhere' } }, /Run this command in/],
    [
      'of a run on another host',
      { run: { owner: { host: 'elsewhere', boot: 'b', pid: 1, started: '1' } } },
      /another host/,
    ],
  ])('refuses to delete an object %s', async (_, left, reason) => {
    const { s, id, ids } = await leftEndpoint(left);
    const { code, said } = await journal(s, 'delete', id, '--yes');
    expect(code).toBe(1);
    expect(said).toMatch(reason);
    expect(ids()).toEqual([id]);
  });

  it('refuses to delete an object of a live run, one that has changed, and one that it does not know', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    s.leave('svc_webhook_endpoint', { run: { owner: s.here } }, lines.answered(1, id));
    expect((await journal(s, 'delete', id, '--yes')).said).toContain('still in progress');
    s.leave('svc_webhook_endpoint', { run: { place: placeIn(s) } }, lines.answered(1, id));
    s.sandbox.controls.webhooks.update(id, { url: 'https://edited.example/' });
    expect((await journal(s, 'delete', id, '--yes')).said).toContain('has changed since it was created');
    expect((await journal(s, 'delete', 'wh_unknown', '--yes')).said).toContain(
      'no open entry of "wh_unknown"',
    );
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(1);
  });

  it('sends the key only to the platform that the user names', async () => {
    const { s, id, ids } = await leftEndpoint();
    const { code, said } = await journalWith(
      { SVC_BASE_URL: 'http://127.0.0.1:9' },
      s,
      'delete',
      id,
      '--yes',
    );
    expect(code).toBe(1);
    expect(said).toContain('SVC_BASE_URL is http://127.0.0.1:9');
    expect(s.sandbox.controls.requests.all()).toEqual([]);
    expect(ids()).toEqual([id]);
  });

  it('refuses to delete an object that the state has', async () => {
    const { s, id, ids } = await leftEndpoint();
    const instance = { schema_version: 0, attributes: { id } };
    const resource = {
      mode: 'managed',
      type: 'svc_webhook_endpoint',
      name: 'a',
      provider: '',
      instances: [instance],
    };
    const state = {
      version: 4,
      terraform_version: '1.11.4',
      serial: 1,
      lineage: 'x',
      outputs: {},
      resources: [resource],
    };
    writeFileSync(
      join(s.folder, 'terraform.tfstate'),
      JSON.stringify({
        ...state,
        resources: [{ ...resource, provider: 'provider["registry.terraform.io/svc/svc"]' }],
      }),
    );
    const { code, said } = await journal(s, 'delete', id, '--yes');
    expect(said).toContain(`The state has ${id}`);
    expect(code).toBe(1);
    expect(ids()).toEqual([id]);
  });

  it.each([
    ['has', `printf '\\nWarning: no file\\n\\n{"values":{"id":"%s"}}' ID`, /The state has/],
    ['may have, since its key is missing', 'exit 1', /show -json .*failed.*It is not known whether/],
  ])('refuses to delete an object that an encrypted state %s', async (_, shows, saying) => {
    const { s, id, ids } = await leftEndpoint({ stateFile: 'other.tfstate' });
    writeFileSync(join(s.folder, 'other.tfstate'), JSON.stringify({ serial: 1, encrypted_data: 'x' }));
    const tofu = join(s.folder, 'tofu');
    const script = `#!/bin/sh\n[ "$1" = version ] && echo 'OpenTofu v1.12.6' && exit\n${shows.replace('ID', id)}\n`;
    writeFileSync(tofu, script, { mode: 0o755 });
    const { code, said } = await journalWith({ TERRAFORM_BINARY_NAME: tofu }, s, 'delete', id, '--yes');
    expect(said).toMatch(saying);
    expect(code).toBe(1);
    expect(ids()).toEqual([id]);
  });

  it('closes an entry without a change on the platform', async () => {
    const { s, id, ids } = await leftEndpoint();
    expect((await journal(s, 'forget', id)).code).toBe(0);
    expect(ids()).toEqual([id]);
    expect(s.journals()).toEqual([]);
  });
});

it.each([[['delete']], [['delete', 'wh_1', 'wh_2']], [['forget', '--all']]])(
  'journal %j is wrong usage',
  async parameters => {
    const { run } = await commandLine({});
    const { code, stderr } = await run(['journal', ...parameters]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .+\n$/)]);
  },
);
