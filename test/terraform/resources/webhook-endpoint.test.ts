import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';
import { endpoint } from '../blocks';

const address = 'svc_webhook_endpoint.a';
const moved = 'url    = "https://b.example/other"\n  on_degraded = "ignore"';
const valuesIn = async (s: Scenario) => (await s.state()).resources[0]?.values ?? {};

it('an endpoint is registered, changed in place, given another secret, and deregistered', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  const { webhooks } = s.platform.controls;
  await s.apply(endpoint('a'));
  const { id, ...registered } = await valuesIn(s);
  expect(registered).toMatchObject({ status: 'active', on_degraded: 'warn', secret });
  expect(webhooks.kept(String(id))).toMatchObject({ url: 'https://receiver.example/a', secret });

  const unknown = [/Unknown event type "alert\.craeted".*Did you mean "alert\.created"/s];
  const changed = endpoint('a', { event: 'alert.craeted' }).replace(/url .*/, moved);
  const { plan } = await s.planAndApply(changed, { warnings: unknown, afterwards: unknown });
  expect(plan.actionsOn(address)).toEqual(['update']);
  const now = { url: 'https://b.example/other', events: ['alert.craeted'] };
  expect(webhooks.kept(String(id))).toMatchObject({ ...now, secret });

  const next = await s.plantSecret('next_signing');
  await s.apply(endpoint('a', { secret: 'next_signing' }), { warnings: [/signs with another secret/] });
  expect(await valuesIn(s)).toMatchObject({ id, secret: next });
  expect(webhooks.kept(String(id))?.secret).toBe(next);

  await s.apply('');
  expect(webhooks.all()).toEqual([]);
});
