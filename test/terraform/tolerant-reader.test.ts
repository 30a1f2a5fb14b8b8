import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

/** A platform that shows ids, an unknown status, and nothing else. */
const nothing = () => null;
const dialect = {
  shown: {
    ...{ url: nothing, events: nothing, name: nothing, tenant_id: nothing, scopes: nothing },
    status: () => 'paused',
    environment: () => ['staging'],
    created_at: () => ({ at: 1 }),
  },
};
const restricted = key('restricted', { more: 'rotation = { after_days = 30, overlap_days = 1 }' });
const unrestricted = key('all').replace('scopes    = ["alerts:read"]', 'unrestricted = true');
const unshown = /Scopes of API keys are not shown/;

it('a platform shows little more than ids: all is created once and stays, an endpoint can be imported, and no guess replaces a key', async () => {
  const s = await scenario({ sandbox: { dialect } });
  await s.plantSecret('signing');
  const { webhooks, apiKeys, requests } = s.platform.controls;
  const paused = /Webhook endpoint wh_\w+ has the unknown status "paused"/;
  const blocks = endpoint('a') + restricted + unrestricted;
  const { state } = await s.apply(blocks, { atApply: [paused], afterwards: [unshown] });
  expect(requests.count('webhooks.create') + requests.count('apiKeys.create')).toBe(3);
  // The time of issue is ours: a rotation starts from it.
  const issued = state.resources.find(({ address }) => address === 'svc_api_key.restricted')?.values;
  expect(Date.parse(String(issued?.['created_at']))).toBeGreaterThan(0);
  expect(issued).toMatchObject({ environment: null, scopes: ['alerts:read'] });

  const [{ id } = { id: '' }] = webhooks.all();
  await s.terraform('state', 'rm', 'svc_webhook_endpoint.a');
  s.forgetSecretOf(id);
  const imported = blocks.replace('secret = var.signing', '');
  await s.configure(imported);
  await s.import('svc_webhook_endpoint.a', id);
  await s.apply(imported, { warnings: [unshown], atApply: [], afterwards: [unshown] });
  expect(webhooks.kept(id)).toMatchObject({ url: 'https://receiver.example/a', events: ['alert.created'] });

  const held = apiKeys.all().find(({ name }) => name === 'restricted')?.id ?? '';
  await s.terraform('state', 'rm', 'svc_api_key.restricted');
  const refused = await s.expectError(
    `import {\n  to = svc_api_key.restricted\n  id = "${held}"\n}\n${imported}`,
    /API key cannot be imported.*does not show the tenant_id/s,
  );
  expect(refused.errors).toHaveLength(1);
  s.disown(held);
  await s.configure(imported.replace(restricted, ''));
  await s.destroy();
  expect([webhooks.all(), apiKeys.all()]).toMatchObject([[], [{ id: held }]]);
});
