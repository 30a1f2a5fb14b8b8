import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

it('a plan that creates what the credential may not even read fails, once for each kind, and sends nothing', async () => {
  const s = await scenario({ provider: 'api_key = var.given\nunavailable_operations = var.lacking' });
  await s.plantSecret('signing');
  const { key: given } = await s.behindTheBack(api =>
    api.apiKeys.issue({ name: 'narrow', tenant_id: 'ten_acme', scopes: ['alerts:read'] }),
  );
  const variables =
    'variable "given" {\n  sensitive = true\n}\nvariable "lacking" {\n  type = set(string)\n}\n';
  const configuration = ['a', 'b', 'c'].map(name => endpoint(name) + key(name)).join('') + variables;
  const failed = await s.expectError(configuration, /API key cannot be created.*takes an unrestricted key/s, {
    variables: { given, lacking: [] },
  });
  expect(failed.message).toMatch(/Webhook endpoint cannot be created.*the scope webhooks:manage is missing/s);
  expect(failed.errors).toHaveLength(2);
  const { requests } = s.platform.controls;
  expect(requests.all().filter(({ method }) => method !== 'GET')).toEqual([]);
  const lacking = ['apiKeys.list', 'webhooks.list'];
  await s.configure(configuration, { given, lacking });
  expect((await s.plan()).actionsOn('svc_api_key.a')).toEqual(['create']);
});

it('a plan names a tenant that the platform does not have, after one list of tenants', async () => {
  const s = await scenario();
  const { requests } = s.platform.controls;
  const keys = key('a').replace('ten_acme', 'ten_acmee') + key('b') + key('c');
  const { warnings } = await s.plan(keys);
  expect(warnings).toMatchObject([
    { summary: 'Unknown tenant "ten_acmee"', detail: expect.stringContaining('Did you mean "ten_acme"?') },
  ]);
  expect(requests.count('tenants.list')).toBe(1);
});
