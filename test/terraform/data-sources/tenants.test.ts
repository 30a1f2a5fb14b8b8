import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('all tenants are listed, including those after the first page', async () => {
  const s = await scenario();
  const names = Array.from({ length: 150 }, (_, index) => `Tenant ${index}`);
  await s.behindTheBack(api => names.map(name => api.tenants.create({ name })));
  const { state } = await s.apply(
    'data "svc_tenants" "all" {}\noutput "tenants" {\n  value = data.svc_tenants.all.tenants\n}\n',
  );
  const listed = state.outputs['tenants']?.value;
  expect(listed).toEqual(
    expect.arrayContaining(names.map(name => ({ id: expect.stringMatching(/^ten_/), name }))),
  );
  expect(listed).toHaveLength(s.platform.controls.tenants.all().length);
});
