import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

const listing = { svc_tenants: 'tenants', svc_webhook_endpoints: 'endpoints', svc_api_keys: 'api_keys' };
const blocks = Object.entries(listing).map(
  ([type, list]) => `data "${type}" "all" {}\noutput "${type}" {\n  value = data.${type}.all.${list}\n}\n`,
);

it('all objects are listed, those after the first page, too, without secrets and without the value of a key; one that does not exist is an error', async () => {
  const s = await scenario();
  const names = Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`);
  await s.behindTheBack(({ webhooks, apiKeys, tenants }) =>
    names.map(name => [
      tenants.create({ name }),
      webhooks.create({ url: name, events: ['alert.created'], secret: 'not-to-be-seen' }),
      apiKeys.create({ name, tenant_id: 'ten_acme', scopes: ['alerts:read'] }),
    ]),
  );
  const { outputs } = (await s.apply(blocks.join(''))).state;
  const shown = (fields: (name: string) => object) =>
    names.map(name => expect.objectContaining(fields(name)));
  expect(outputs['svc_tenants']?.value).toEqual(expect.arrayContaining(shown(name => ({ name }))));
  expect(outputs['svc_webhook_endpoints']?.value).toEqual(shown(url => ({ url, status: 'active' })));
  const key = { scopes: ['alerts:read'], environment: 'test' };
  expect(outputs['svc_api_keys']?.value).toEqual(shown(name => ({ name, ...key })));
  expect(JSON.stringify(outputs)).not.toMatch(/secret|not-to-be-seen|"key":|svc_test_/);
  const nowhere = 'data "svc_webhook_endpoint" "a" {\n  id = "wh_nowhere"\n}\n';
  await s.expectError(nowhere, /Object does not exist.*wh_nowhere/s);
});
