import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('all keys are listed, never with a value', async () => {
  const s = await scenario();
  await s.behindTheBack(api =>
    api.apiKeys.issue({ name: 'a', tenant_id: 'ten_acme', scopes: ['alerts:read'] }),
  );
  const { state } = await s.apply(
    'data "svc_api_keys" "all" {}\noutput "all" {\n  value = data.svc_api_keys.all.api_keys\n}\n',
  );
  const listed = state.outputs['all']?.value;
  expect(listed).toContainEqual(
    expect.objectContaining({ name: 'a', scopes: ['alerts:read'], environment: 'test' }),
  );
  expect(JSON.stringify(listed)).not.toMatch(/"key":|svc_test_/);
});

it('the error for a key that may not manage keys names what it lacks', async () => {
  const s = await scenario({ provider: 'api_key = var.narrow' });
  const narrow = { name: 'a', tenant_id: 'ten_acme', scopes: ['tenants:read'] };
  const { key } = await s.behindTheBack(api => api.apiKeys.issue(narrow));
  const configuration = 'variable "narrow" {\n  sensitive = true\n}\ndata "svc_api_keys" "all" {}\n';
  await s.expectError(configuration, /API key lacks permission.*unrestricted/s, {
    variables: { narrow: key },
  });
});
