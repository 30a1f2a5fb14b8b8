import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { lines, type RunRecord } from '../../../src/provider/creation/journal/entry';
import { endpoint, key, scene } from '../provider/creation-fixture';

type Scene = Awaited<ReturnType<typeof scene>>;

/** The command as a real process, without a terminal. */
async function journal({ folder, sandbox }: Scene, ...parameters: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'journal', ...parameters], {
    env: { ...process.env, SVC_JOURNAL_DIR: folder, SVC_API_KEY: sandbox.key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)));
  const [code] = await once(child, 'close');
  expect(said).not.toContain(sandbox.key);
  return { code: Number(code), said };
}

const missed = lines.missed(1);

async function leftEndpoint({
  isMissed = true,
  run = {},
}: {
  isMissed?: boolean;
  run?: Partial<RunRecord>;
} = {}) {
  const s = await scene();
  const { id } = s.sandbox.controls.webhooks.create(endpoint);
  s.leave('svc_webhook_endpoint', { run }, lines.answered(1, id), isMissed ? missed : '');
  return { s, id, ids: () => s.sandbox.controls.webhooks.all().map(each => each.id) };
}

describe('the journal command', { timeout: 60_000 }, () => {
  it('lists the open entries in words, with the command that ends each', async () => {
    const { s, id } = await leftEndpoint();
    const { code, said } = await journal(s);
    expect(code).toBe(0);
    expect(said).toMatch(
      new RegExp(`svc_webhook_endpoint ${id}.*its run was cut off; no state has shown it since`, 's'),
    );
    expect(said).toContain(`npx cdktf-provider-svc journal delete ${id}`);
    expect(said).not.toContain(endpoint.url);
  });

  it('says that nothing is left over where nothing is', async () => {
    const s = await scene();
    expect(await journal(s)).toEqual({ code: 0, said: 'No open entry: nothing is known to be left over.\n' });
  });

  it('deletes an object only after it has shown it and was told to', async () => {
    const { s, id, ids } = await leftEndpoint();
    const asked = await journal(s, 'delete', id);
    expect(asked.code).toBe(1);
    expect(asked.said).toMatch(/On the platform since .*Add --yes/s);
    expect(ids()).toEqual([id]);
    expect((await journal(s, 'delete', id, '--yes')).said).toContain(`${id} is deleted.`);
    expect(ids()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it('revokes a key', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.apiKeys.issue(key);
    s.leave('svc_api_key', {}, lines.answered(1, id), missed);
    expect((await journal(s, 'delete', id, '--yes')).code).toBe(0);
    expect(s.sandbox.controls.apiKeys.all()).toEqual([]);
  });

  it.each<[string, Parameters<typeof leftEndpoint>[0], RegExp]>([
    ['that no whole plan has looked for', { isMissed: false }, /may be managed/],
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
    s.leave('svc_webhook_endpoint', { run: { owner: s.here } }, lines.answered(1, id), missed);
    expect((await journal(s, 'delete', id, '--yes')).said).toContain('still going on');
    s.leave('svc_webhook_endpoint', {}, lines.answered(1, id), missed);
    s.sandbox.controls.webhooks.update(id, { url: 'https://edited.example/' });
    expect((await journal(s, 'delete', id, '--yes')).said).toContain('has been changed');
    expect((await journal(s, 'delete', 'wh_unknown', '--yes')).said).toContain(
      'no open entry of "wh_unknown"',
    );
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(1);
  });

  it('forgets an entry without touching the platform', async () => {
    const { s, id, ids } = await leftEndpoint();
    expect((await journal(s, 'forget', id)).code).toBe(0);
    expect(ids()).toEqual([id]);
    expect(s.journals()).toEqual([]);
  });
});
