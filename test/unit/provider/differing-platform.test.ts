import { expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { key, like, ManagedObject } from './managed-object';

it('a tenant that comes back spelled otherwise stays as configured: the create alone says it, and no GET is made for it', async () => {
  const sandbox = await aSandbox({ dialect: { shown: { tenant_id: () => 'Alpha' } } });
  const object = new ManagedObject(sandbox, 'svc_api_key');
  expect(await object.apply(key)).toEqual(
    like(/^API key \w+ was answered with another value: tenant_id: .*The state keeps the configured one/),
  );
  expect(await object.refresh('refresh-only')).toEqual([]);
  expect(await object.refresh()).toEqual([]);
  expect(object.state).toMatchObject({ tenant_id: key.tenant_id });
  expect(await object.plan(key)).toMatchObject({ said: [], replaces: [] });
  sandbox.controls.requests.clear();
  const { tenant_id } = key;
  expect(await object.readAtOnce(5)).toMatchObject(Array.from({ length: 5 }, () => ({ tenant_id })));
  expect(sandbox.controls.requests.count('apiKeys.get'), 'of the first two reads').toBe(2);
});

it('an imported key whose tenant is spelled otherwise is not replaced: the error names both, and the way on', async () => {
  const sandbox = await aSandbox({ dialect: { shown: { tenant_id: () => 'Alpha' } } });
  const { id } = sandbox.controls.apiKeys.create(key);
  const object = new ManagedObject(sandbox, 'svc_api_key');
  await object.import(id);
  expect((await object.plan(key)).said).toEqual(
    like(/^Tenant of API key \w+ is shown as "Alpha": The block says "ten_acme".*tenant_id = "Alpha"/),
  );
  expect(await object.plan({ ...key, tenant_id: 'Alpha' })).toMatchObject({ said: [], replaces: [] });
});
