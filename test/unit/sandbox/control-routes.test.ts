import { expect, it } from 'vitest';
import { keyRequest, platform, registration } from './platform-under-test';

it('over HTTP a fault is set and cleared, and "always" has no limit', async () => {
  const { ask, call } = await platform();
  const fault = { operation: 'tenants.list', times: 'always', effect: { kind: 'status', status: 503 } };
  expect((await ask('POST', '/_sandbox/faults', { body: fault })).status).toBe(204);
  expect((await call('tenants.list')).status).toBe(503);
  expect((await call('tenants.list')).status).toBe(503);
  await ask('DELETE', '/_sandbox/faults');
  expect((await call('tenants.list')).status).toBe(200);
});

it.each([
  ['POST', 'faults', { operation: 'webhooks.explode', effect: { kind: 'drop-before' } }, 'operation'],
  ['POST', 'faults', { effect: { kind: 'drop-before' }, tims: 2 }, 'body'],
  ['POST', 'tenants', { id: 'ten_acme', name: 'x' }, 'id'],
  ['PATCH', 'api_keys/ID', { name: 'other', scope: [] }, 'scope'],
])('%s %s refuses %j and names the field, and changes nothing', async (method, path, body, field) => {
  const { ask, controls } = await platform();
  const { id } = controls.apiKeys.create(keyRequest);
  const state = async () => (await ask('GET', '/_sandbox/state')).body;
  const before = await state();
  const reply = await ask(method, `/_sandbox/${path.replace('ID', id)}`, { body });
  const error = { fields: { [field]: expect.any(String) } };
  expect(reply).toMatchObject({ status: 422, body: { error } });
  expect(await state()).toEqual(before);
});

it('an advance moves Date and created_at, and the speed of deliveries does not', async () => {
  let now = 0;
  const { ask, call, controls } = await platform({ clock: () => now, speed: 3600 });
  now = 1000;
  expect(controls.clock.now()).toBe(3_600_000);
  await ask('POST', '/_sandbox/clock/advance', { body: { milliseconds: 86_400_000 } });
  const { headers, body } = await call('apiKeys.create', { body: keyRequest });
  expect(headers.get('date')).toBe('Fri, 02 Jan 1970 00:00:01 GMT');
  expect(body).toMatchObject({ created_at: '1970-01-02T00:00:01.000Z' });
});

it('the controls take an unrestricted key, and the state shows everything but secrets and key values', async () => {
  const { ask, controls, key } = await platform();
  const issued = controls.apiKeys.create(keyRequest);
  const { id } = controls.webhooks.create(registration);
  const reset = async (key?: string) => (await ask('POST', '/_sandbox/reset', { key })).status;
  expect([await reset(), await reset(issued.key)]).toEqual([401, 403]);
  const { text } = await ask('GET', '/_sandbox/state');
  for (const shown of [issued.id, id, 'ten_acme']) expect(text).toContain(shown);
  for (const hidden of [issued.key, registration.secret, key]) expect(text).not.toContain(hidden);
});

it('a reset leaves the seed and the key, no fault applies to it, and no control is recorded', async () => {
  const seed = { tenants: [{ id: 'ten_own', name: 'Own' }] };
  const { ask, call, controls } = await platform({ seed });
  controls.webhooks.create({ ...registration, url: 'http://127.0.0.1:9/' });
  await controls.events.emit({ type: 'alert.created', tenant_id: 'ten_own' });
  await call('tenants.list');
  expect((await ask('DELETE', '/_sandbox/requests')).status).toBe(204);
  expect([controls.requests.count(), controls.deliveries.all().length]).toEqual([0, 1]);
  controls.latency.set(2 ** 30);
  controls.faults.add({ effect: { kind: 'drop-before' } });
  expect((await ask('POST', '/_sandbox/reset')).status).toBe(204);
  const { body } = await ask('GET', '/_sandbox/state');
  expect(body).toMatchObject({ webhooks: [], tenants: seed.tenants, deliveries: [] });
  expect(controls.requests.count()).toBe(0);
  expect((await call('webhooks.list')).body).toMatchObject({ data: [] });
});
