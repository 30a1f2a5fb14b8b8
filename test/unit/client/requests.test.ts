import { describe, expect, it } from 'vitest';
import { type OperationName, parseBaseUrl } from '../../../src/client';
import { contract, operationNames } from '../../../src/client/contract/operations';
import { buildRequest, type Call, publicTexts } from '../../../src/client/http/request';
import { lineOf, pathOf } from '../../harness/operations';
import { newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { json, page } from './loopback-platform';

const requestOf = (operation: OperationName, call: Omit<Call, 'operation'> = {}) =>
  buildRequest(
    { operation, ...call },
    { base: parseBaseUrl('https://api.example.com/api/eu/'), userAgent: 'test' },
  );

/** The only place in tests that spells paths of the platform: all others take them from the contract. */
it('what the platform’s document shows of its operations stands in the contract', () => {
  const documented = operationNames.filter(name => contract[name].source === 'documented');
  const shown = documented.map(name => [`${contract[name].paragraph} ${name}`, lineOf(name)]);
  expect(Object.fromEntries(shown)).toEqual({
    '4.1 webhooks.create': 'POST /v1/webhooks',
    '4.2 tenants.list': 'GET /v1/tenants',
    '4.3 oauth.authorize': 'GET /oauth/authorize',
    '4.4 oauth.token': 'POST /oauth/token',
  });
});

describe('a request', () => {
  it.each([
    ['webhooks.list', {}, ''],
    ['webhooks.list', { query: { limit: '1', cursor: 'a b' } }, '?limit=1&cursor=a+b'],
    ['webhooks.get', { id: '../tenants' }, '..%2Ftenants'],
    ['webhooks.get', { id: '%2e%2e' }, '%252e%252e'],
    ['webhooks.delete', { id: 'ключ $&' }, '%D0%BA%D0%BB%D1%8E%D1%87%20%24%26'],
  ] as const)('%s %j is below the base address, and ends with %j', (operation, call, end) => {
    const path = pathOf(operation, '');
    expect(requestOf(operation, call)).toMatchObject({
      method: contract[operation].method,
      path: `/api/eu${path}${end}`,
    });
  });

  it.each(['', '.', '..', 'x'.repeat(257), 'a\u0007', '\ud800'])('is not made for the id %j', id => {
    const fields = new Map([['id', expect.stringContaining('identifier')]]);
    expect(() => requestOf('webhooks.get', { id })).toThrow(
      expect.objectContaining({ kind: 'Invalid', facts: { operation: 'webhooks.get', fields } }),
    );
  });

  it('has a body and an Idempotency-Key where the operation has them: a read has neither', () => {
    const common = { accept: 'application/json', 'user-agent': 'test' };
    expect(requestOf('webhooks.list').headers).toEqual(common);
    const write = { ...common, 'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/) };
    expect(requestOf('webhooks.update', { id: 'a', body: { b: 1 } })).toMatchObject({
      headers: { ...write, 'content-type': 'application/json' },
      body: '{"b":1}',
    });
    expect(requestOf('webhooks.delete', { id: 'a' }).headers).toEqual(write);
    expect(requestOf('webhooks.list')).not.toHaveProperty('body');
    const { headers } = requestOf('webhooks.create', { body: {}, idempotencyKey: 'mine' });
    expect(headers).toHaveProperty('idempotency-key', 'mine');
  });
});

it('a text that equals any secret of a call is none that an error may repeat', () => {
  const body = { url: 'https://a.example/', secret: 'one', nested: ['two', 'alert.created'] };
  const call = { operation: 'webhooks.update', id: 'wh_1', body, secrets: ['one', 'two'] } as const;
  expect(publicTexts(call)).toEqual(['wh_1', 'https://a.example/', 'alert.created']);
});

describe('what is sent', () => {
  it('carries the key in the Authorization header and nowhere else', async () => {
    const { client, platform } = await scene([json(201, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint).send();
    const [{ headers, target, body } = { headers: {}, target: '', body: '' }] = platform.received;
    const { authorization, ...others } = headers;
    expect(authorization).toBe(`Bearer ${testKey}`);
    expect(JSON.stringify([others, target, body])).not.toContain(testKey);
  });

  it('uses one connection for each call in flight, again and again, and the last one first', async () => {
    const sockets: unknown[] = [];
    const { client, platform } = await scene([]);
    const waiting: (() => void)[] = [];
    let calls = 10;
    platform.reply((response, request) => {
      sockets.push(response.socket);
      waiting.push(() => page()(response, request));
      if (waiting.length === calls) for (const answer of waiting.splice(0)) answer();
    });
    for (calls of [10, 10, 10, 1, 1])
      await Promise.all(Array.from({ length: calls }, () => client.tenants.list()));
    expect([new Set(sockets).size, new Set(sockets.slice(30)).size]).toEqual([10, 1]);
  });
});
