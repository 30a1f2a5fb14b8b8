import { expect, it } from 'vitest';
import { pathOf } from '../../harness/operations';
import {
  idOf,
  keyRequest,
  listOf,
  type PlatformUnderTest,
  platform,
  registration,
} from './platform-under-test';

const register = ({ call }: PlatformUnderTest, change: object = {}) =>
  call('webhooks.create', { body: { ...registration, ...change } });
const issue = ({ call }: PlatformUnderTest) => call('apiKeys.create', { body: keyRequest });

it('the dialect strict refuses unknown fields, scopes and parameters of a list, and nothing of the document', async () => {
  const sandbox = await platform({ dialect: 'strict' });
  expect((await register(sandbox, { name: 'x' })).status).toBe(422);
  expect((await register(sandbox)).status).toBe(201);
  const id = idOf(await issue(sandbox));
  const update = await sandbox.call('apiKeys.update', {
    id,
    body: { scopes: ['tenants:read', 'alerts:red'] },
  });
  const error = { fields: { scopes: 'has an unknown value' } };
  expect(update).toMatchObject({ status: 422, body: { error } });
  expect((await sandbox.call('apiKeys.list', { query: 'order=asc' })).status).toBe(422);
});

it('the dialect canonical stores addresses and lists as it would write them itself', async () => {
  const sandbox = await platform({ dialect: 'canonical' });
  const url = 'https://Bücher.Example:443';
  const events = ['incident.created', 'alert.created', 'alert.created'];
  const stored = { url: 'https://xn--bcher-kva.example/', events: ['alert.created', 'incident.created'] };
  expect((await register(sandbox, { url, events })).body).toMatchObject(stored);
  expect(sandbox.controls.webhooks.stored(sandbox.controls.webhooks.all()[0]?.id ?? '')).toMatchObject({
    ...stored,
    secret: registration.secret,
  });
});

it('the dialect lagging lists a write of a request late, complete listings count, and GET is exact', async () => {
  const sandbox = await platform({ dialect: { lateListings: 2 } });
  const { call, controls } = sandbox;
  const [old, other] = [controls.webhooks.create(registration), controls.webhooks.create(registration)];
  const url = 'https://receiver.example/changed';
  await call('webhooks.update', { id: old.id, body: { url } });
  await call('webhooks.delete', { id: other.id });
  const id = idOf(await register(sandbox));
  expect((await call('webhooks.get', { id: old.id })).body).toMatchObject({ url });
  expect((await call('webhooks.get', { id })).status).toBe(200);
  const listed = async () => {
    const first = listOf(await call('webhooks.list', { query: 'limit=1' }));
    const rest = await call('webhooks.list', { query: `limit=1&cursor=${first.cursor}` });
    return [...first.ids, ...listOf(rest).ids];
  };
  expect((await call('webhooks.list')).text).not.toContain(url);
  expect(await listed()).toEqual([old.id, other.id]);
  expect(await listed()).toEqual([old.id, id]);
});

it('the dialect terse shows only what a client needs, and answers no update and no error with a body', async () => {
  const sandbox = await platform({ dialect: 'terse' });
  const { ask, call } = sandbox;
  const [created, issued] = [await register(sandbox), await issue(sandbox)];
  const id = idOf(created);
  expect(id).toMatch(/^hook_\w{20}$/);
  for (const { text } of [created, issued]) expect(text).not.toMatch(/"(status|environment|created_at)"/);
  const update = await call('webhooks.update', { id, body: { events: ['incident.created'] } });
  expect(update).toMatchObject({ status: 204, text: '' });
  expect(await call('webhooks.get', { id: 'none' })).toMatchObject({ status: 404, text: '' });
  expect(Object.keys(Object((await call('webhooks.list')).body))).toEqual(['data']);
  expect((await ask('PUT', pathOf('webhooks.update', id))).headers.get('allow')).toContain('PATCH');
  const control = await ask('DELETE', '/_sandbox/webhooks/none');
  expect(control).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
});

it('the dialect verbose has other statuses, more fields, and other words and times', async () => {
  const sandbox = await platform({ dialect: 'verbose', clock: () => 1_700_000_000_123 });
  const created = await register(sandbox);
  const shown = { status: 'paused', created_at: 1_700_000_000, labels: { owner: null } };
  expect(created).toMatchObject({ status: 200, body: { ...shown, secret: '********' } });
  const issued = await issue(sandbox);
  const [kept] = sandbox.controls.apiKeys.all();
  const key = sandbox.controls.apiKeys.stored(kept?.id ?? '')?.key;
  expect(issued).toMatchObject({ status: 200, body: { environment: 'staging', key } });
  const page = { data: [shown], next_cursor: '', has_more: false, version: 7 };
  expect((await sandbox.call('webhooks.list')).body).toMatchObject(page);
  const deleted = await sandbox.call('webhooks.delete', { id: idOf(created) });
  expect(deleted).toMatchObject({ status: 200, body: { ...shown, url: registration.url } });
  expect(sandbox.controls.webhooks.all()).toEqual([]);
});
