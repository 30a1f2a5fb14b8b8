import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

const finding = (...tenants: string[]) =>
  tenants
    .map((tenant, index) => `data "svc_tenant" "t${index}" {\n  tenant = ${JSON.stringify(tenant)}\n}\n`)
    .join('') +
  `output "ids" {\n  value = [${tenants.map((_, index) => `data.svc_tenant.t${index}.id`)}]\n}\n`;

it('a tenant is found by its id or else its name; no tenant and several of one name are errors', async () => {
  const s = await scenario();
  // An id takes precedence over the same name of other tenants.
  await s.behindTheBack(api => [1, 2].map(() => api.tenants.create({ name: 'ten_globex' })));
  const { state } = await s.apply(finding('Acme', 'ten_globex'));
  expect(state.outputs['ids']?.value).toEqual(['ten_acme', 'ten_globex']);
  await s.expectError(finding('Acmee'), /Tenant was not found.*"Acmee".*Did you mean "Acme"\?/s);
  const { id } = await s.behindTheBack(api => api.tenants.create({ name: 'Acme' }));
  await s.expectError(finding('Acme'), new RegExp(`Several tenants have this name.*ten_acme, ${id}`, 's'));
});
