import { describe, expect, it } from 'vitest';
import { pathOf } from '../../harness/operations';
import {
  idOf,
  keyRequest,
  listOf,
  type PlatformUnderTest,
  platform,
  type Reply,
  registration,
} from './platform-under-test';

const register = ({ call }: PlatformUnderTest, change: object = {}) =>
  call('webhooks.create', { body: { ...registration, ...change } });
const issue = ({ call }: PlatformUnderTest) => call('apiKeys.create', { body: keyRequest });

/** The status and the names of the fields in an answer. */
const shapeOf = ({ status, body }: Reply) => [status, Object.keys(body ?? {}).sort()];

describe('the dialect strict', () => {
  it.each([
    ['an unknown field', { name: 'x' }, 422],
    ['an event type that the document does not name', { events: ['alert.created', 'alert.x'] }, 422],
    ['nothing that the document names', {}, 201],
  ] as const)('refuses %s', async (_what, change, status) => {
    expect((await register(await platform({ dialect: 'strict' }), change)).status).toBe(status);
  });

  it('refuses unknown scopes, also in an update, and unknown parameters of a list', async () => {
    const sandbox = await platform({ dialect: 'strict' });
    const id = idOf(await issue(sandbox));
    const body = { scopes: ['tenants:read', 'alerts:red'] };
    const update = await sandbox.call('apiKeys.update', { id, body });
    expect(update).toMatchObject({
      status: 422,
      body: { error: { fields: { scopes: 'has an unknown value' } } },
    });
    expect((await sandbox.call('apiKeys.list', { query: 'order=asc' })).status).toBe(422);
  });
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

describe('the dialect lagging', () => {
  const listed = async ({ call }: PlatformUnderTest) => {
    const first = await call('webhooks.list', { query: 'limit=1' });
    const { cursor } = listOf(first);
    const second =
      cursor === null ? undefined : await call('webhooks.list', { query: `limit=1&cursor=${cursor}` });
    return [first, second]
      .flatMap(page => (page === undefined ? [] : JSON.parse(page.text).data))
      .map(({ url }) => url);
  };

  it('lists show a write of a request late, complete listings count, and GET is exact', async () => {
    const sandbox = await platform({ dialect: { lateListings: 2 } });
    const { call, controls } = sandbox;
    const old = controls.webhooks.create(registration);
    const changed = 'https://receiver.example/changed';
    await call('webhooks.update', { id: old.id, body: { url: changed } });
    const id = idOf(await register(sandbox, { url: 'https://receiver.example/new' }));
    expect((await call('webhooks.get', { id: old.id })).body).toMatchObject({ url: changed });
    expect((await call('webhooks.get', { id })).status).toBe(200);
    const after = [await listed(sandbox), await listed(sandbox), await listed(sandbox)];
    expect(after).toEqual([
      [registration.url],
      [registration.url],
      [changed, 'https://receiver.example/new'],
    ]);
  });

  it('a deleted object stays in its place of the lists until a whole listing has ended', async () => {
    const sandbox = await platform({ dialect: { lateListings: 1 } });
    const { call, controls } = sandbox;
    const [first, second] = ['1', '2'].map(name =>
      controls.webhooks.create({ ...registration, url: `https://receiver.example/${name}` }),
    );
    // Its page is the second of the listing, which is late as a whole.
    await call('webhooks.delete', { id: second?.id });
    expect(await listed(sandbox)).toEqual([first?.url, second?.url]);
    expect(await listed(sandbox)).toEqual([first?.url]);
    await register(sandbox);
    controls.webhooks.create(registration);
    expect(await listed(sandbox), 'a write that is no request ends the delay').toHaveLength(2);
  });
});

it('the dialect terse shows only what a client needs, and answers no update and no error with a body', async () => {
  const sandbox = await platform({ dialect: 'terse' });
  const { ask, call, controls } = sandbox;
  const created = await register(sandbox);
  expect(shapeOf(created)).toEqual([201, expect.arrayContaining(['events', 'id', 'url'])]);
  const id = idOf(created);
  expect(id).toMatch(/^hook_\w{20}$/);
  const issued = await issue(sandbox);
  expect(shapeOf(issued)).toEqual([
    201,
    expect.arrayContaining(['id', 'key', 'name', 'scopes', 'tenant_id']),
  ]);
  for (const { text } of [created, issued]) expect(text).not.toMatch(/"(status|environment|created_at)"/);
  expect(await call('webhooks.update', { id, body: { events: ['incident.created'] } })).toMatchObject({
    status: 204,
    text: '',
  });
  expect(controls.requests.all().at(-1)?.path).toBe(pathOf('webhooks.update', id));
  expect(shapeOf(await call('webhooks.list'))).toEqual([200, ['data']]);
  expect(await call('webhooks.get', { id: 'none' })).toMatchObject({ status: 404, text: '' });
  expect((await ask('PUT', pathOf('webhooks.update', id))).headers.get('allow')).toContain('PATCH');
  const control = await ask('DELETE', '/_sandbox/webhooks/none');
  expect(control).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(controls.webhooks.all()).toMatchObject([{ status: 'active', events: ['incident.created'] }]);
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
