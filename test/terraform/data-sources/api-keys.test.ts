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
