import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

it('killed before the answers, with the journal on a volume: the next job takes over the endpoint as planned, and names the first key, which it never revokes', async () => {
  const journal = '../volume/journal';
  const ground = await Ground.prepare({ journal, environment: { SVC_JOURNAL_DIR: journal } });
  const { s, controls } = ground;
  await s.startFrom(endpoint('kept'));
  await s.configure(endpoint('kept') + endpoint('a') + key('k'));
  const made = await ground.cutOff({ held: 2, effect: 'hang-after' });
  // What a CI job begins with: nothing that an earlier job has left beside the configuration.
  for (const left of ['.terraform', '.terraform.lock.hcl'])
    await rm(join(s.workspace.root, left), { recursive: true, force: true });
  await ground.succeed('init', '-no-color');
  const [endpointId = '', keyId = ''] = made.toSorted().toReversed();
  s.disown(keyId);
  controls.requests.clear();
  const { state } = await s.apply(undefined, {
    warnings: [new RegExp(`${endpointId} is taken over`), new RegExp(`${keyId} looks the same`)],
  });
  const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
  expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
  expect(idOf('svc_api_key.k')).not.toBe(keyId);
  expect(ground.ids).toHaveLength(4);
  expect(controls.requests.count('apiKeys.delete')).toBe(0);
});

it('Ctrl-C while every kind of write is held: Terraform waits for the answers, and the next apply does the rest', async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  await s.startFrom(endpoint('changed') + key('changed') + endpoint('gone') + key('gone'));
  await s.configure(
    endpoint('changed', { event: 'incident.created' }) +
      key('changed', { called: 'other' }) +
      endpoint('new') +
      key('new'),
  );
  const held = ['POST', 'PATCH', 'DELETE'].map(method =>
    controls.faults.add({ method, times: 2, effect: { kind: 'hang-before' } }),
  );
  const terraform = s.start('apply', '-auto-approve', '-no-color');
  await expect.poll(() => held.map(({ hits }) => hits)).toEqual([2, 2, 2]);
  terraform.kill('SIGINT');
  await expect.poll(() => terraform.output).toContain('Stopping operation');
  controls.faults.clear();
  await terraform.finished;
  expect(ground.ids).toHaveLength(4);
  await s.apply();
  expect([await ground.entries(), ground.ids.length]).toEqual(['', 4]);
});
