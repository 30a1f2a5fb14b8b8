import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalCommand } from '../../../src/cli/journal';
import { startedCommand } from '../../harness/programs/started-command';
import { endpoint, type Scene, scene } from '../provider/creation-fixture';
import { builtCommand } from './built-command';
import { commandLine, inProcess } from './command-line';

const environmentOf = ({ folder, sandbox }: Scene) => ({
  SVC_JOURNAL_DIR: folder,
  SVC_API_KEY: sandbox.key,
  SVC_BASE_URL: sandbox.url,
});

/** What the command says, its error included. */
async function journal(s: Scene, ...parameters: readonly string[]) {
  const { error = '', stdout, stderr } = await inProcess(journalCommand(), parameters, environmentOf(s));
  expect(stdout + stderr + error).not.toContain(s.sandbox.key);
  return stdout + stderr + error;
}

const refusal = { operation: 'webhooks.delete', effect: { kind: 'status', status: 403 } } as const;

async function leftEndpoint(facts: Parameters<Scene['leave']>[1] = { mark: 'left' }) {
  const s = await scene();
  const { id } = s.controls.webhooks.create(endpoint);
  s.leave('endpoint', { id, ...facts });
  return { s, id, ids: () => s.controls.webhooks.all().map(each => each.id) };
}

describe('the journal command', () => {
  it('lists the entries in words, with the command that ends each', async () => {
    const { s, id } = await leftEndpoint();
    s.leave('key');
    const said = await journal(s);
    expect(said).toMatch(new RegExp(`svc_webhook_endpoint ${id}.*its run is over`, 's'));
    expect(said).toContain(`npx cdktf-provider-svc journal delete ${id}`);
    expect(said).toMatch(
      /svc_api_key, which may exist\n.*\n {2}Run terraform plan\. Only if .*:\n {2}npx cdktf-provider-svc journal forget \w{8}\n/,
    );
    expect(said).not.toContain(endpoint.url);
    await journal(s, 'forget', /forget (\w{8})\n/.exec(said)?.[1] ?? '');
    expect(await journal(s)).not.toContain('svc_api_key');
  });

  it.each<[string, (s: Scene) => Parameters<Scene['leave']>[1], RegExp]>([
    ['no plan has', () => ({ id: 'wh_1' }), / {2}Run terraform plan\. Only .*:\n.* delete wh_1\n$/],
    ['a plan has', () => ({ id: 'wh_1', mark: 'used' }), /\n {2}Only if .*:\n.* delete wh_1\n$/],
    ['a live run has', s => ({ id: 'wh_1', mark: 'left', owner: s.alive }), /still in progress\n$/],
    ['another host has', () => ({ id: 'wh_1', mark: 'left', owner: 'a__b__n__1__1' }), / forget wh_1\n$/],
  ])('offers no delete, or after a plan only, of what %s', async (_, factsOf, words) => {
    const s = await scene();
    s.leave('endpoint', factsOf(s));
    expect(await journal(s)).toMatch(words);
  });

  it('deletes an object only after it has shown it and was confirmed', async () => {
    const { s, id, ids } = await leftEndpoint();
    // Without a terminal, a real process cannot ask.
    const asked = await (await commandLine(environmentOf(s))).run(['journal', 'delete', id]);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toMatch(/Created on the platform at .*add --yes/s);
    expect(ids()).toEqual([id]);
    expect(await journal(s, 'delete', id, '--yes')).toContain(`${id} is deleted.`);
    expect([ids(), s.entries()]).toEqual([[], []]);
  });

  it.each<[string, (s: Scene) => Parameters<Scene['leave']>[1], string]>([
    ['that no whole plan has looked for', () => ({}), 'Run terraform plan first'],
    ['of a live run', s => ({ mark: 'left', owner: s.alive }), 'may still be in progress'],
    ['of another host', () => ({ mark: 'left', owner: 'elsewhere__b__n__1__1' }), 'may still be in progress'],
    ['older than its entry', () => ({ mark: 'left', start: Date.now() + 60_000 }), 'has other fields'],
    ['that somebody has changed', () => ({ mark: 'left', digest: 'another' }), 'has other fields'],
    [
      'that the platform keeps',
      s => s.controls.faults.add(refusal) && { mark: 'left' },
      'may not call DELETE',
    ],
  ])('refuses to delete an object %s', async (_, factsOf, reason) => {
    const s = await scene();
    const { id } = s.controls.webhooks.create(endpoint);
    s.leave('endpoint', { id, ...factsOf(s) });
    expect(await journal(s, 'delete', id, '--yes')).toContain(reason);
    expect(s.controls.webhooks.all()).toHaveLength(1);
    expect(s.entries()).toHaveLength(1);
  });

  it('refuses an id that it does not know, or that the platform does not have', async () => {
    const { s, id, ids } = await leftEndpoint();
    expect(await journal(s, 'delete', 'wh_unknown', '--yes')).toContain('no entry of "wh_unknown"');
    expect(ids()).toHaveLength(1);
    s.controls.webhooks.delete(id);
    expect(await journal(s, 'delete', id, '--yes')).toContain(`${id} is not on the platform in SVC_BASE_URL`);
  });

  it('drops an entry without a change on the platform, unless its run is in progress', async () => {
    const { s, id, ids } = await leftEndpoint();
    expect(await journal(s, 'forget', id)).toContain(`The entry of ${id} is dropped.`);
    s.leave('endpoint', { id, owner: 'a__b__n__1__1' });
    expect(await journal(s, 'forget', id)).toContain(`The entry of ${id} is dropped.`);
    expect([ids(), s.entries()]).toEqual([[id], []]);
    s.leave('endpoint', { id, owner: s.alive });
    expect(await journal(s, 'forget', id)).toContain('Its run is still in progress.');
    expect(s.entries()).toHaveLength(1);
  });

  it('needs a folder that exists, and, to delete, the address and the key', async () => {
    const { s, id } = await leftEndpoint();
    expect(await journal(s, '--directory', `${s.folder}/none`)).toContain('There is no folder');
    const without = { ...environmentOf(s), SVC_BASE_URL: '' };
    const { error } = await inProcess(journalCommand(), ['delete', id, '--yes'], without);
    expect(error).toContain('Set SVC_API_KEY and SVC_BASE_URL');
  });
});

it('journal lists the entries of the configuration and of each stack in its folder', async () => {
  const [s, { home }] = [await scene(), await commandLine({})];
  s.leave('endpoint');
  for (const data of ['data', 'cdktf.out/stacks/a/.terraform', 'cdktf.out/stacks/b/.terraform'])
    cpSync(s.folder, join(home, data, 'svc-journal'), { recursive: true });
  const environment = { TF_DATA_DIR: 'data' };
  const { output, code } = startedCommand(process.execPath, [builtCommand, 'journal'], environment, home);
  expect([await code, output.stdout.match(/which may exist/g)?.length]).toEqual([0, 3]);
});

it('journal delete without an id is wrong usage', async () => {
  const { run } = await commandLine({});
  const { code, stderr } = await run(['journal', 'delete']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .+\n$/)]);
});
