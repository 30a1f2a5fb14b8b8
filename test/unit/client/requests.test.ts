import { describe, expect, it } from 'vitest';
import { Invalid } from '../../../src/client';
import { apiKey, failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { json, raw } from './loopback-platform';

describe('a request', () => {
  it('carries the key in the Authorization header and nowhere else', async () => {
    const { client, platform } = await scene([json(201, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint);
    const [request] = platform.received;
    expect(request?.headers.authorization).toBe(`Bearer ${testKey}`);
    const { authorization: _, ...others } = request?.headers ?? {};
    expect(JSON.stringify([others, request?.target, request?.body])).not.toContain(testKey);
  });

  it('sends only the caller’s values', async () => {
    const { client, platform } = await scene([json(201, webhookEndpoint()), json(200, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint);
    await client.webhooks.update('wh_1', { events: ['b', 'a', 'b'] });
    expect(
      platform.received.map(request => [request.method, request.target, JSON.parse(request.body)]),
    ).toEqual([
      ['POST', '/v1/webhooks', newEndpoint],
      ['PATCH', '/v1/webhooks/wh_1', { events: ['b', 'a', 'b'] }],
    ]);
  });

  it('repeats a POST with the same Idempotency-Key, and uses another for the next call', async () => {
    const { client, platform } = await scene([raw(429, ''), json(201, webhookEndpoint())], {
      random: Math.random,
    });
    await client.webhooks.create(newEndpoint);
    await client.webhooks.create(newEndpoint);
    const [first, second, third] = platform.received.map(request => request.headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('sends the Idempotency-Key that the caller gives, with every attempt', async () => {
    const { client, platform } = await scene([raw(429, ''), json(201, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint, { idempotencyKey: 'caller:chose-this' });
    expect(platform.received.map(request => request.headers['idempotency-key'])).toEqual([
      'caller:chose-this',
      'caller:chose-this',
    ]);
  });

  it.each(['', 'two words', 'a\r\nInjected: yes', 'ключ', 'x'.repeat(256)])(
    'is not made for the Idempotency-Key %j, which no header can hold',
    async idempotencyKey => {
      const { client, platform } = await scene([json(201, webhookEndpoint())]);
      const error = await failureOf(client.webhooks.create(newEndpoint, { idempotencyKey }));
      expect(error).toBeInstanceOf(Invalid);
      expect(error.message).not.toMatch(/two words|Injected|ключ|xxx/);
      expect(platform.received).toEqual([]);
    },
  );

  it('keeps the path prefix of the base address', async () => {
    const platform = await scene([json(200, { data: [], next_cursor: null })]);
    const { client } = await scene([], { baseUrl: `${platform.platform.url}/api/eu/` });
    await client.tenants.list();
    expect(platform.platform.received[0]?.target).toBe('/api/eu/v1/tenants?limit=100');
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['../tenants', '..%2Ftenants'],
    ['%2e%2e', '%252e%252e'],
    ['ключ 1', '%D0%BA%D0%BB%D1%8E%D1%87%201'],
  ])('puts the id %j into one path segment', async (id, segment) => {
    const { client, platform } = await scene([json(200, webhookEndpoint({ id }))]);
    expect(await client.webhooks.find(id)).toMatchObject({ id });
    expect(platform.received[0]?.target).toBe(`/v1/webhooks/${segment}`);
  });

  it('reuses connections, and opens at most one for each call in flight', async () => {
    const sockets = new Set<unknown>();
    const { client, platform } = await scene([]);
    platform.reply(response => {
      sockets.add(response.socket);
      setTimeout(() => response.end(JSON.stringify({ data: [], next_cursor: null })), 20);
    });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => client.tenants.list()));
    }
    expect(platform.received).toHaveLength(90);
    expect(sockets.size).toBe(30);
  });
});

describe('answers', () => {
  it('a created key shows its value, a listed one never', async () => {
    const value = 'svc_test_11111111111111111111111111111111';
    const { client } = await scene([
      json(201, { ...apiKey(), key: value }),
      json(200, { data: [{ ...apiKey(), key: value }], next_cursor: null }),
    ]);
    expect(await client.apiKeys.create({ name: 'ci', tenant_id: 'ten_1', scopes: [] })).toEqual({
      ...apiKey(),
      key: value,
    });
    expect(await client.apiKeys.list()).toEqual([apiKey()]);
  });
});
