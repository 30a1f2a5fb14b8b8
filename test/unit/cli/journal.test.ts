import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endpoint, key, type Scene, scene } from '../provider/creation-fixture';
import { builtCommand } from './built-command';
import { commandLine } from './command-line';

/** The command as a real process, without a terminal. */
async function journal({ folder, sandbox }: Scene, ...parameters: readonly string[]) {
  const child = spawn(process.execPath, [builtCommand, 'journal', ...parameters], {
    cwd: folder,
    env: { ...process.env, SVC_JOURNAL_DIR: folder, SVC_API_KEY: sandbox.key, SVC_BASE_URL: sandbox.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)));
  const [code] = await once(child, 'close');
  expect(said).not.toContain(sandbox.key);
  return { code: Number(code), said };
}

async function leftEndpoint(facts: Parameters<Scene['leave']>[1] = { mark: 'left' }) {
  const s = await scene();
  const { id } = s.controls.webhooks.create(endpoint);
  s.leave('endpoint', { id, ...facts });
  return { s, id, ids: () => s.controls.webhooks.all().map(each => each.id) };
}

describe('the journal command', { timeout: 60_000 }, () => {
  it('lists the entries in words, with the command that ends each', async () => {
    const { s, id } = await leftEndpoint();
    s.leave('key');
    const { code, said } = await journal(s);
    expect(code).toBe(0);
    expect(said).toMatch(new RegExp(`svc_webhook_endpoint ${id}.*its run is over`, 's'));
    expect(said).toContain(`npx cdktf-provider-svc journal delete ${id}`);
    expect(said).toMatch(
      /svc_api_key, which may exist\n.*\n {2}npx cdktf-provider-svc journal forget \w{8}\n/,
    );
    expect(said).not.toContain(endpoint.url);
  });

  it('says so if nothing is left over', async () => {
    expect(await journal(await scene())).toEqual({
      code: 0,
      said: 'No entries: the journal knows of no object that is left over.\n',
    });
  });

  it('deletes an object only after it has shown it and was confirmed', async () => {
    const { s, id, ids } = await leftEndpoint();
    const asked = await journal(s, 'delete', id);
    expect(asked.code).toBe(1);
    expect(asked.said).toMatch(/Created on the platform at .*add --yes/s);
    expect(ids()).toEqual([id]);
    expect((await journal(s, 'delete', id, '--yes')).said).toContain(`${id} is deleted.`);
    expect(ids()).toEqual([]);
    expect(s.entries()).toEqual([]);
  });

  it('revokes a key', async () => {
    const s = await scene();
    const { id } = s.controls.apiKeys.issue(key);
    s.leave('key', { id, mark: 'used' });
    expect((await journal(s, 'delete', id, '--yes')).code).toBe(0);
    expect(s.controls.apiKeys.all()).toEqual([]);
  });

  it.each<[string, (s: Scene) => Parameters<Scene['leave']>[1], string]>([
    ['that no whole plan has looked for', () => ({}), 'Run terraform plan first'],
    ['of a live run', s => ({ mark: 'left', owner: s.alive }), 'may still be in progress'],
    [
      'of a run on another host',
      () => ({ mark: 'left', owner: 'elsewhere__b__n__1__1' }),
      'may still be in progress',
    ],
    ['older than its entry', () => ({ mark: 'left', start: Date.now() + 60_000 }), 'has other fields'],
    ['that somebody has changed', () => ({ mark: 'left', digest: 'another' }), 'has other fields'],
  ])('refuses to delete an object %s', async (_, factsOf, reason) => {
    const s = await scene();
    const { id } = s.controls.webhooks.create(endpoint);
    s.leave('endpoint', { id, ...factsOf(s) });
    const { code, said } = await journal(s, 'delete', id, '--yes');
    expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
    expect(s.controls.webhooks.all()).toHaveLength(1);
  });

  it('refuses an id that it does not know', async () => {
    const { s, ids } = await leftEndpoint();
    expect((await journal(s, 'delete', 'wh_unknown', '--yes')).said).toContain('no entry of "wh_unknown"');
    expect(ids()).toHaveLength(1);
  });

  it('drops an entry without a change on the platform', async () => {
    const { s, id, ids } = await leftEndpoint();
    expect((await journal(s, 'forget', id)).code).toBe(0);
    expect(ids()).toEqual([id]);
    expect(s.entries()).toEqual([]);
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
