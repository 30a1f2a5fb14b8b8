import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { endpoint } from '../blocks';

it('a deletion that is accepted with 202 and not done: an error that keeps the state, and the next apply deletes', async () => {
  const s = await scenario({ provider: 'max_retries = 1' });
  await s.plantSecret('signing');
  await s.startFrom(endpoint('a'));
  const { faults, webhooks } = s.platform.controls;
  faults.add({ operation: 'webhooks.delete', effect: { kind: 'status', status: 202, body: '' } });
  await s.expectError('', /Accepted, still shown/);
  const { resources } = await s.state();
  expect(webhooks.get(String(resources[0]?.values['id']))).toBeDefined();
  faults.add({ operation: 'webhooks.delete', effect: { kind: 'status-after', status: 202, body: '' } });
  await s.apply('');
});
