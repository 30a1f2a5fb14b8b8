import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';

const listing = { svc_tenants: 'tenants', svc_webhook_endpoints: 'endpoints', svc_api_keys: 'api_keys' };
const blocks = Object.entries(listing).map(
  ([type, list]) => `data "${type}" "all" {}\noutput "${type}" {\n  value = data.${type}.all.${list}\n}\n`,
);
const finding = (...tenants: string[]) =>
  tenants
    .map((tenant, index) => `data "svc_tenant" "t${index}" {\n  tenant = ${JSON.stringify(tenant)}\n}\n`)
    .join('') +
  `output "ids" {\n  value = [${tenants.map((_, index) => `data.svc_tenant.t${index}.id`)}]\n}\n`;

it('all objects are listed, those after the first page, too, without secrets and values of keys; a tenant is found by its id or else its name; one that does not exist, and several of one name, are errors', async () => {
  const s = await scenario();
  const names = Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`);
  await s.behindTheBack(({ webhooks, apiKeys, tenants }) => {
    // An id takes precedence over the same name of other tenants.
    for (const name of ['ten_globex', 'ten_globex', ...names]) tenants.create({ name });
    for (const name of names) {
      webhooks.create({ url: name, events: ['alert.created'], secret: 'not-to-be-seen' });
      apiKeys.create({ name, tenant_id: 'ten_acme', scopes: ['alerts:read'] });
    }
  });
  const { outputs } = (await s.apply(blocks.join('') + finding('Acme', 'ten_globex'))).state;
  const shown = (fields: (name: string) => object) =>
    names.map(name => expect.objectContaining(fields(name)));
  expect(outputs['svc_tenants']?.value).toEqual(expect.arrayContaining(shown(name => ({ name }))));
  expect(outputs['svc_webhook_endpoints']?.value).toEqual(shown(url => ({ url, status: 'active' })));
  const key = { scopes: ['alerts:read'], environment: 'test' };
  expect(outputs['svc_api_keys']?.value).toEqual(shown(name => ({ name, ...key })));
  expect(JSON.stringify(outputs)).not.toMatch(/secret|not-to-be-seen|"key":|svc_test_/);
  expect(outputs['ids']?.value).toEqual(['ten_acme', 'ten_globex']);

  const nowhere = 'data "svc_webhook_endpoint" "a" {\n  id = "wh_nowhere"\n}\n';
  await s.expectError(nowhere, /Object does not exist.*wh_nowhere/s);
  await s.expectError(finding('Acmee'), /Tenant was not found.*"Acmee".*Did you mean "Acme"\?/s);
  const { id } = await s.behindTheBack(api => api.tenants.create({ name: 'Acme' }));
  await s.expectError(finding('Acme'), new RegExp(`Several tenants have this name.*ten_acme, ${id}`, 's'));
});
