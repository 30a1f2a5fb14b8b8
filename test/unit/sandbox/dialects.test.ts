import { describe, expect, it } from 'vitest';
import type { Dialect, DialectName, SandboxOptions } from '../../../src/sandbox';
import {
  idOf,
  keyRequest,
  listOf,
  type PlatformUnderTest,
  platform,
  type Reply,
  registration,
} from './platform-under-test';

const speaking = (dialect: DialectName | Partial<Dialect>, options: SandboxOptions = {}) =>
  platform({ dialect, ...options });
const post = ({ call }: PlatformUnderTest, path: string, body: object) => call('POST', path, { body });
const register = (sandbox: PlatformUnderTest, change: object = {}) =>
  post(sandbox, '/v1/webhooks', { ...registration, ...change });

/** The status and the names of the fields in an answer. */
const shapeOf = ({ status, body }: Reply) => [status, Object.keys(body ?? {}).sort()];

describe('the dialect strict', () => {
  it.each([
    ['an unknown field', { name: 'x' }, 422],
    ['an event type that the document does not name', { events: ['alert.created', 'alert.x'] }, 422],
    ['nothing that the document names', {}, 201],
  ] as const)('refuses %s', async (_what, change, status) => {
    expect((await register(await speaking('strict'), change)).status).toBe(status);
  });

  it('refuses unknown scopes, also in an update, and unknown parameters of a list', async () => {
    const sandbox = await speaking('strict');
    const id = idOf(await post(sandbox, '/v1/api_keys', keyRequest));
    const body = { scopes: ['tenants:read', 'alerts:red'] };
    const update = await sandbox.call('PATCH', `/v1/api_keys/${id}`, { body });
    expect(update).toMatchObject({
      status: 422,
      body: { error: { fields: { scopes: 'has an unknown value' } } },
    });
    expect((await sandbox.call('GET', '/v1/api_keys?order=asc')).status).toBe(422);
  });
});

describe('the dialect canonical', () => {
  it('stores addresses and lists as it would write them itself', async () => {
    const sandbox = await speaking('canonical');
    const url = 'https://Bücher.Example:443';
    const events = ['incident.created', 'alert.created', 'alert.created'];
    const stored = { url: 'https://xn--bcher-kva.example/', events: ['alert.created', 'incident.created'] };
    expect((await register(sandbox, { url, events })).body).toMatchObject(stored);
    expect(sandbox.controls.webhooks.kept(sandbox.controls.webhooks.all()[0]?.id ?? '')).toMatchObject({
      ...stored,
      secret: registration.secret,
    });
  });
});

describe('the dialect lagging', () => {
  const listed = async ({ call }: PlatformUnderTest) => {
    const first = await call('GET', '/v1/webhooks?limit=1');
    const { cursor } = listOf(first);
    const second = cursor === null ? undefined : await call('GET', `/v1/webhooks?limit=1&cursor=${cursor}`);
    return [first, second]
      .flatMap(page => (page === undefined ? [] : JSON.parse(page.text).data))
      .map(({ url }) => url);
  };

  it('lists show a write of a request late, complete listings count, and GET is exact', async () => {
    const sandbox = await speaking({ lateListings: 2 });
    const { call, controls } = sandbox;
    const old = controls.webhooks.create(registration);
    const changed = 'https://receiver.example/changed';
    const path = `/v1/webhooks/${old.id}`;
    await call('PATCH', path, { body: { url: changed } });
    const id = idOf(await register(sandbox, { url: 'https://receiver.example/new' }));
    expect((await call('GET', path)).body).toMatchObject({ url: changed });
    expect((await call('GET', `/v1/webhooks/${id}`)).status).toBe(200);
    const after = [await listed(sandbox), await listed(sandbox), await listed(sandbox)];
    expect(after).toEqual([
      [registration.url],
      [registration.url],
      [changed, 'https://receiver.example/new'],
    ]);
  });

  it('a deleted object stays in its place of the lists, and controls take effect at once', async () => {
    const sandbox = await speaking({ lateListings: 1 });
    const { call, controls } = sandbox;
    const [first, second] = ['1', '2'].map(name =>
      controls.webhooks.create({ ...registration, url: `https://receiver.example/${name}` }),
    );
    // Its page is the second of the listing, which is late as a whole.
    await call('DELETE', `/v1/webhooks/${second?.id}`);
    expect((await call('GET', `/v1/webhooks/${second?.id}`)).status).toBe(404);
    expect(await listed(sandbox)).toEqual([first?.url, second?.url]);
    expect(await listed(sandbox)).toEqual([first?.url]);
    controls.webhooks.delete(first?.id ?? '');
    expect(await listed(sandbox)).toEqual([]);
  });
});

describe('the dialect terse', () => {
  it('shows only what a client needs, and answers no update and no error with a body', async () => {
    const sandbox = await speaking('terse');
    const { call, controls } = sandbox;
    const created = await register(sandbox);
    expect(shapeOf(created)).toEqual([201, ['events', 'id', 'url']]);
    expect(idOf(created)).toMatch(/^hook_\w{20}$/);
    const path = `/v1/webhooks/${idOf(created)}`;
    const issued = await post(sandbox, '/v1/api_keys', keyRequest);
    expect(shapeOf(issued)).toEqual([201, ['id', 'key', 'name', 'scopes', 'tenant_id']]);
    expect(await call('PATCH', path, { body: { events: ['incident.created'] } })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(shapeOf(await call('GET', '/v1/webhooks'))).toEqual([200, ['data']]);
    expect(await call('GET', '/v1/webhooks/none')).toMatchObject({ status: 404, text: '' });
    expect((await call('PUT', path)).headers.get('allow')).toContain('PATCH');
    const control = await call('DELETE', '/_sandbox/webhooks/none');
    expect(control).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(controls.webhooks.all()).toMatchObject([{ status: 'active', events: ['incident.created'] }]);
  });

  it('has a cursor on every page but the last', async () => {
    const sandbox = await speaking('terse');
    for (const path of ['1', '2']) await register(sandbox, { url: `https://receiver.example/${path}` });
    expect(shapeOf(await sandbox.call('GET', '/v1/webhooks?limit=1'))).toEqual([
      200,
      ['data', 'next_cursor'],
    ]);
  });

  it('ignores Idempotency-Key', async () => {
    const sandbox = await speaking('terse');
    const headers = { 'idempotency-key': 'one-and-the-same' };
    for (const _ of [1, 2]) await sandbox.call('POST', '/v1/webhooks', { body: registration, headers });
    expect(sandbox.controls.webhooks.all()).toHaveLength(2);
  });
});

describe('the dialect verbose', () => {
  it('has other statuses, more fields, and other words and times', async () => {
    const sandbox = await speaking('verbose', { clock: () => 1_700_000_000_123 });
    const created = await register(sandbox);
    const shown = { status: 'paused', created_at: 1_700_000_000, labels: { owner: null } };
    expect(created).toMatchObject({ status: 200, body: { ...shown, secret: '********' } });
    const issued = await post(sandbox, '/v1/api_keys', keyRequest);
    const [kept] = sandbox.controls.apiKeys.all();
    const key = sandbox.controls.apiKeys.valueOf(kept?.id ?? '');
    expect(issued).toMatchObject({ status: 200, body: { environment: 'staging', key } });
    const page = { data: [shown], next_cursor: '', has_more: false, version: 7 };
    expect((await sandbox.call('GET', '/v1/webhooks')).body).toMatchObject(page);
    const deleted = await sandbox.call('DELETE', `/v1/webhooks/${idOf(created)}`);
    expect(deleted).toMatchObject({ status: 200, body: { ...shown, url: registration.url } });
    expect(sandbox.controls.webhooks.all()).toEqual([]);
  });
});
