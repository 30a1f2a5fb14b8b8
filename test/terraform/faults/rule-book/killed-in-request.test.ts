import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

it('killed before the answers, with the journal on a volume: the next job takes over the endpoint as planned, and names the first key, which it never revokes', async () => {
  const journal = '../volume/journal';
  const provider = `journal_directory = "${journal}"\nrequest_timeout = 5\nmax_retries = 1`;
  const ground = await Ground.prepare({ kind: 'HTTP backend', journal, provider });
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
    warnings: [new RegExp(`${endpointId} will be taken over`), new RegExp(`${keyId} looks the same`)],
  });
  const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
  expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
  expect(idOf('svc_api_key.k')).not.toBe(keyId);
  expect(ground.ids).toHaveLength(4);
  expect(controls.requests.count('apiKeys.delete')).toBe(0);
});
