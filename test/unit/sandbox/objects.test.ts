import { describe, expect, it } from 'vitest';
import { idOf, keyRequest, listOf, platform, registration } from './platform-under-test';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const keyForm = /^svc_test_[0-9A-Za-z]{32}$/;
const unsorted = { ...registration, events: ['incident.created', 'alert.created', 'incident.created'] };
const { secret, ...endpoint } = unsorted;
const webhooks = {
  collection: 'webhooks' as const,
  request: unsorted,
  made: { ...endpoint, id: expect.stringMatching(/^wh_[0-9A-Za-z]{20}$/), status: 'active' },
  change: { events: ['incident.created'], url: undefined },
};
const apiKeys = {
  collection: 'apiKeys' as const,
  request: keyRequest,
  made: {
    ...keyRequest,
    id: expect.stringMatching(/^key_[0-9A-Za-z]{20}$/),
    environment: 'test',
    key: expect.stringMatching(keyForm),
  },
  change: { name: 'renamed', scopes: undefined },
};

describe.each([webhooks, apiKeys])('$collection', ({ collection, request, made, change }) => {
  it('paragraphs 2.4 and 4.1: the answer to a create is the object, without the secret of the caller', async () => {
    const { call } = await platform({ clock: () => now });
    const reply = await call(`${collection}.create`, { body: request });
    expect(reply).toMatchObject({ status: 201, body: { ...made, created_at: '2026-01-02T03:04:05.000Z' } });
    expect(reply.text).not.toContain(secret);
  });

  it('paragraph 2.1: no later answer shows a secret, and an update changes the fields that it names', async () => {
    const { call, controls } = await platform();
    const first = await call(`${collection}.create`, { body: request });
    const id = idOf(first);
    const secrets = [...controls.collections.values()].flatMap(objects => objects.secretsOf(id));
    expect(secrets).toHaveLength(1);
    const body = { ...change, status: 'degraded', key: 'x', id: 'x', tenant_id: 'ten_globex' };
    const replies = [
      await call(`${collection}.update`, { id, body }),
      await call(`${collection}.get`, { id }),
      await call(`${collection}.list`),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      for (const hidden of secrets) expect(text).not.toContain(hidden);
    }
    const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const { key: _key, ...before } = { key: '', ...Object(first.body) };
    expect(replies[1]?.body).toEqual({ ...before, ...changed });
    expect(replies[2]?.body).toEqual({ data: [replies[1]?.body], next_cursor: null });
    expect([...controls.collections.values()].flatMap(objects => objects.secretsOf(id))).toEqual(secrets);
  });

  it.each(['{"url":', '[]', ''])('the body %j is no JSON object', async body => {
    const { call } = await platform();
    expect(await call(`${collection}.create`, { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed_json' } },
    });
  });
});

it.each([
  ['paragraph 2.1: plain HTTP to another machine', webhooks, { url: 'http://receiver.example/' }, 'url'],
  ['no events', webhooks, { events: [] }, 'events'],
  ['a malformed event type', webhooks, { events: ['alert.created', 'Alert!', ''] }, 'events'],
  ['paragraph 6.1.3: a missing secret', webhooks, { secret: undefined }, 'secret'],
  ['paragraph 2.4: a tenant that does not exist', apiKeys, { tenant_id: 'ten_nobody' }, 'tenant_id'],
])('a request with %s is refused by name', async (_what, { collection, request }, change, field) => {
  const { call, controls } = await platform();
  const { status, body } = await call(`${collection}.create`, { body: { ...request, ...change } });
  const fields = { [field]: expect.stringMatching(field === 'events' ? /^must|item 2/ : /./) };
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_fields', fields } },
  });
  expect([...controls.webhooks.all(), ...controls.apiKeys.all()]).toEqual([]);
});

describe('an API key', () => {
  it('paragraph 2.4: has the prefix of its environment, as the sandbox’s own key, which is in no list', async () => {
    const { call, key, controls } = await platform({ environment: 'live' });
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{32}$/);
    expect((await call('apiKeys.list')).body).toEqual({ data: [], next_cursor: null });
    expect(controls.apiKeys.create(keyRequest)).toMatchObject({
      environment: 'live',
      key: expect.stringMatching(/^svc_live_/),
    });
    expect(controls.apiKeys.create({ ...keyRequest, environment: 'test' }).key).toMatch(keyForm);
  });

  it('paragraph 5.1: is limited by its scopes from the moment they change, and revoked when it is deleted', async () => {
    const { call, controls } = await platform();
    const { id, key } = controls.apiKeys.create(keyRequest);
    const use = async () => (await call('tenants.list', { key })).status;
    expect(await use()).toBe(200);
    // Only a POST heeds an Idempotency-Key.
    const update = (scope: string) =>
      call('apiKeys.update', { id, body: { scopes: [scope] }, headers: { 'idempotency-key': scope } });
    const uses = [];
    for (const scope of ['alerts:read', 'tenants:read', 'alerts:read'])
      uses.push([await update(scope), await use()]);
    expect(uses).toMatchObject([403, 200, 403].map(status => [{ status: 200 }, status]));
    await call('apiKeys.delete', { id });
    expect(await use()).toBe(401);
  });
});

describe('lists', () => {
  async function platformWith(count: number) {
    const sandbox = await platform();
    const created = Array.from({ length: count }, () => sandbox.controls.webhooks.create(registration).id);
    const page = async (query: string) => listOf(await sandbox.call('webhooks.list', { query }));
    return { ...sandbox, created, page };
  }

  it.each([
    [6, 3, [3, 3]],
    [101, undefined, [100, 1]],
  ])('%i objects in pages of %s come as %j, in order, after a deletion', async (count, limit, lengths) => {
    const { controls, created, page } = await platformWith(count);
    if (controls.webhooks.delete(created[0] ?? ''))
      created.splice(0, count, ...created.slice(1), controls.webhooks.create(registration).id);
    const size = limit === undefined ? '' : `&limit=${limit}`;
    const pages = [await page(size)];
    for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
      pages.push(await page(`cursor=${cursor}${size}`));
    expect(pages.map(({ ids }) => ids.length)).toEqual(lengths);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(created);
  });

  it.each([
    ['limit', 'limit=0'],
    ['cursor', 'cursor=nonsense'],
  ])('the %s in %s is refused', async (field, query) => {
    const { call } = await platformWith(0);
    const fields = { [field]: expect.any(String) };
    expect(await call('webhooks.list', { query })).toMatchObject({
      status: 422,
      body: { error: { fields } },
    });
  });
});

const headers = { 'idempotency-key': 'one-and-the-same' };
it.each([
  ['the same request gives the same answer, the value of a key included', {}, {}, 201, 1],
  ['another body is a conflict', { name: 'other' }, {}, 409, 1],
  ['a platform that ignores it makes two objects', {}, { dialect: { idempotency: 'ignored' } }, 201, 2],
] as const)('Idempotency-Key: %s', async (_what, change, options, status, made) => {
  const { call, controls } = await platform(options);
  const first = await call('apiKeys.create', { body: keyRequest, headers });
  const second = await call('apiKeys.create', { body: { ...keyRequest, ...change }, headers });
  expect([second.status, controls.apiKeys.all().length]).toEqual([status, made]);
  expect(second.text === first.text).toBe(made === 1 && status === 201);
  const { key } = controls.apiKeys.create({ ...keyRequest, scopes: [] });
  const third = await call('apiKeys.create', { body: keyRequest, headers, key });
  expect([third.status, third.text === first.text], 'of another caller').toEqual([201, false]);
  const elsewhere = await call('webhooks.create', { body: registration, headers });
  expect(elsewhere.status, 'at another operation').toBe(201);
});
