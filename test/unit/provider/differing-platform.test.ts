import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answer, aSandbox } from '../../harness/a-sandbox';
import { resetting } from '../../harness/dialects';
import { endpoint, key, lacking, like, ManagedObject } from './managed-object';

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

describe('where an update resets what it is not sent', () => {
  const writeOnly = { secret: null, secret_wo: endpoint.secret, secret_wo_version: 1 };
  it.each([
    ['svc_webhook_endpoint', endpoint, { events: ['incident.created'] }, 'url: .*secret'],
    ['svc_webhook_endpoint', endpoint, { secret: 'made-up-2' }, 'url, events: .*secret'],
    ['svc_api_key', key, { name: 'renamed' }, 'scopes: .*unrestricted'],
  ] as const)('the same apply sends all fields, and says so: %s %j %j', async (type, block, change, said) => {
    for (const empty of [[], null]) {
      const given = empty === null && 'events' in change ? writeOnly : {};
      const sandbox = await aSandbox({ dialect: resetting(empty) });
      const object = new ManagedObject(sandbox, type);
      await object.apply({ ...block, ...given });
      const words = like(new RegExp(`was reset by its update: ${said}`));
      expect(await object.apply({ ...block, ...change, ...given })).toEqual(words);
      const { webhooks, apiKeys } = sandbox.controls;
      expect(webhooks.stored(object.id) ?? apiKeys.stored(object.id)).toMatchObject({ ...block, ...change });
      expect(await object.refresh()).toEqual([]);
    }
  });

  it('and the second request fails: the error comes with what the platform has now', async () => {
    const sandbox = await aSandbox({ dialect: resetting([]) });
    const object = new ManagedObject(sandbox, 'svc_api_key');
    await object.apply(key);
    const operation = 'apiKeys.update' as const;
    sandbox.controls.faults.add({ operation, after: 1, effect: { kind: 'status', status: 422 } });
    const said = await object.apply({ ...key, name: 'renamed' });
    expect(said.join()).toMatch(/was reset by its update: scopes: .*The key is unrestricted\. Apply again/);
    expect(said).toHaveLength(2);
    sandbox.controls.faults.clear();
    await object.refresh();
    await object.apply({ ...key, name: 'renamed' });
    expect(sandbox.controls.apiKeys.stored(object.id)).toMatchObject({ ...key, name: 'renamed' });
  });

  it('an endpoint whose secret nobody knows is an error that names the way on', async () => {
    const sandbox = await aSandbox({ dialect: resetting([]) });
    const object = new ManagedObject(sandbox, 'svc_webhook_endpoint');
    await object.import(sandbox.controls.webhooks.create(endpoint).id);
    expect(await object.apply({ url: endpoint.url, events: ['incident.created'] })).toEqual(
      like(/was reset by its update: .*secret.*unavailable_operations = \["webhooks.update"\]/s),
    );
  });

  it('a field that is never shown is sent again, and nothing is said', async () => {
    const sandbox = await aSandbox({ dialect: { shown: { scopes: () => null } } });
    const object = new ManagedObject(sandbox, 'svc_api_key');
    await object.apply(key);
    expect(await object.apply({ ...key, name: 'renamed' })).toEqual([]);
  });
});

it.each([
  ['svc_webhook_endpoint', endpoint, 'webhooks'],
  ['svc_api_key', key, 'apiKeys'],
] as const)('where reads lag, what is new is asked for until shown: %s', async (type, block, collection) => {
  for (const settings of [{}, lacking(`${collection}.get`)]) {
    const sandbox = await aSandbox({ dialect: { lateReads: 600 } });
    const object = new ManagedObject(sandbox, type, settings);
    await object.apply(block);
    const { state } = object;
    expect([await object.refresh(), object.state]).toEqual([[], state]);
  }
});

it('an object in an envelope is named by the error of its create, which names doctor', async () => {
  const sandbox = await aSandbox();
  const { faults, requests, webhooks } = sandbox.controls;
  const body = { data: { id: 'wh_1', ...endpoint } };
  faults.add({ operation: 'webhooks.create', effect: { kind: 'status-after', status: 201, body } });
  faults.add({ operation: 'webhooks.get', times: 9, effect: answer(200, body) });
  const said = (await new ManagedObject(sandbox, 'svc_webhook_endpoint').apply(endpoint)).join('\n');
  expect(said).toMatch(/^Outcome of create unknown.*doctor --probe/ms);
  expect(said).toContain(webhooks.all()[0]?.id);
  expect(requests.count('webhooks.create')).toBe(1);
});

it.each([
  ['another', 'chosen-by-the-platform', true],
  ['another with a star', 'chosen*by-the-platform', true],
  ['the same', endpoint.secret, false],
  ['stars', '********', false],
  ['a masked one with a label', 'whsec_••••', false],
  ['a beginning and dots', 'made...', false],
  ['a beginning', endpoint.secret.slice(0, 4), false],
  ['the last characters', endpoint.secret.slice(-4), false],
  ['its hash', createHash('sha256').update(endpoint.secret).digest('hex'), false],
  ['nothing', null, false],
])('an answer with a secret that was not sent is a warning without it: %s', async (_, secret, isOther) => {
  const sandbox = await aSandbox({ dialect: { added: { secret } } });
  const object = new ManagedObject(sandbox, 'svc_webhook_endpoint');
  const said = await object.apply(endpoint);
  expect(said).toEqual(isOther ? like(/^Webhook endpoint \w+ was answered with another secret/) : []);
  if (!isOther) return;
  expect(said.join()).not.toContain('platform-');
  expect(said.join()).not.toContain(secret);
  expect(await object.apply({ ...endpoint, events: ['incident.created'] }), 'none was sent').toEqual([]);
  const effect = answer(422, { error: { code: 'no', message: `It was ${secret}.` } });
  sandbox.controls.faults.add({ method: 'PATCH', after: 1, effect });
  expect(await object.apply({ ...endpoint, secret: 'made-up-3' })).toEqual(
    like(/was answered with another secret/),
  );
  const [refused = ''] = await object.apply({ ...endpoint, secret: 'made-up-4' });
  expect([refused.includes('[redacted]'), refused.includes(String(secret))]).toEqual([true, false]);
});

it('a key whose value the answer lacks is named, and stays: it may be one that no list has shown', async () => {
  const sandbox = await aSandbox({ dialect: { shown: { key: () => undefined } } });
  const object = new ManagedObject(sandbox, 'svc_api_key');
  const [said] = await object.apply(key);
  expect(said).toMatch(/^API key \w+ was issued without its value: .*Unless it was there before, revoke it/s);
  expect([sandbox.controls.apiKeys.all().length, object.state]).toEqual([1, null]);
});
