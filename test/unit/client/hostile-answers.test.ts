import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Ambiguous, createClient, EndlessList, MalformedResponse, ServerError } from '../../../src/client';
import { apiKey, failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { json, portOf, type Reply, raw } from './loopback-platform';

const { id: _id, ...withoutId } = webhookEndpoint();
const { created_at: _created, ...withoutCreated } = webhookEndpoint();

describe('a record that is not what the contract says', () => {
  it.each([
    [
      'HTML',
      raw(200, '<html>log in</html>', { 'content-type': 'text/html; charset=utf-8' }),
      '',
      /declared as text\/html/,
    ],
    ['nothing', raw(200, ''), '', /empty/],
    ['half of it', raw(200, '{"id": "wh_1"'), '', /JSON/],
    ['null', json(200, null), '', /an object/],
    ['an array', json(200, [webhookEndpoint()]), '', /an object/],
    ['no id', json(200, withoutId), 'id', /a string/],
    ['an empty id', json(200, webhookEndpoint({ id: '' })), 'id', /non-empty/],
    ['a long id', json(200, webhookEndpoint({ id: 'x'.repeat(257) })), 'id', /256/],
    ['control characters in an id', json(200, webhookEndpoint({ id: 'wh_1\u001b[2J' })), 'id', /control/],
    ['a step in a path for an id', json(200, webhookEndpoint({ id: '..' })), 'id', /path/],
    ['another id', json(200, webhookEndpoint({ id: 'wh_2' })), 'id', /asked for/],
    ['null for a url', json(200, { ...webhookEndpoint(), url: null }), 'url', /a string/],
    ['a string for events', json(200, { ...webhookEndpoint(), events: 'a,b' }), 'events', /an array/],
    ['a number among events', json(200, { ...webhookEndpoint(), events: ['a', 1] }), 'events[1]', /a string/],
    ['no creation time', json(200, withoutCreated), 'created_at', /a string/],
    ['bytes that are not UTF-8', raw(200, Buffer.from([0x22, 0xff, 0xfe, 0x22])), '', /UTF-8/],
    ['deep nesting', raw(200, '['.repeat(2_000_000)), '', /JSON/],
    ['a prototype', raw(200, '{"__proto__": {"id": "wh_1", "url": "x"}}'), 'id', /a string/],
  ] as const)('%s', async (_what, reply, path, expected) => {
    const { client, platform } = await scene([reply]);
    const error = await failureOf(client.webhooks.find('wh_1'));
    expect(error).toBeInstanceOf(MalformedResponse);
    expect(error).toMatchObject({
      operation: 'webhooks.get',
      path,
      expected: expect.stringMatching(expected),
    });
    expect(platform.received).toHaveLength(1);
  });

  it('is not quoted', async () => {
    const { client } = await scene([json(200, { ...webhookEndpoint(), url: { nested: 'hidden-value' } })]);
    expect((await failureOf(client.webhooks.find('wh_1'))).message).not.toContain('hidden-value');
  });

  it('extra fields, prototypes among them, are ignored', async () => {
    const extended = `${JSON.stringify(webhookEndpoint()).slice(0, -1)}, "__proto__": {"admin": true}, "more": [1]}`;
    const { client } = await scene([raw(200, extended)]);
    const found = await client.webhooks.find('wh_1');
    expect(found).toEqual(webhookEndpoint());
    expect(found).not.toHaveProperty('admin');
  });

  it('within a list is named by its place', async () => {
    const { client } = await scene([
      json(200, { data: [apiKey(), { ...apiKey(), environment: 'staging' }], next_cursor: null }),
    ]);
    expect(await failureOf(client.apiKeys.list())).toMatchObject({
      operation: 'apiKeys.list',
      path: 'data[1].environment',
      expected: '"live" or "test"',
    });
  });
});

describe('a list that does not end', () => {
  let page = 0;
  const fresh = () => webhookEndpoint({ id: `wh_${page}` });
  const listing =
    (next: () => unknown): Reply =>
    response => {
      page += 1;
      response.end(JSON.stringify(next()));
    };
  it.each([
    ['repeats its cursor', () => ({ data: [fresh()], next_cursor: 'c' }), EndlessList, 2],
    ['brings nothing new', () => ({ data: [webhookEndpoint()], next_cursor: `c${page}` }), EndlessList, 12],
    ['brings nothing', () => ({ data: [], next_cursor: `c${page}` }), EndlessList, 11],
    ['has no cursor field', () => ({ data: [] }), MalformedResponse, 1],
    ['has an empty cursor', () => ({ data: [], next_cursor: '' }), MalformedResponse, 1],
    ['has a number for a cursor', () => ({ data: [], next_cursor: 2 }), MalformedResponse, 1],
    ['has a giant cursor', () => ({ data: [], next_cursor: 'x'.repeat(5000) }), MalformedResponse, 1],
  ])('%s', async (_how, next, errorClass, requests) => {
    const { client, platform } = await scene([listing(next)]);
    expect(await failureOf(client.webhooks.list())).toBeInstanceOf(errorClass);
    expect(platform.received).toHaveLength(requests);
  });
});

describe('size and time', () => {
  /** Sends until the other side hangs up. */
  const flood =
    (status: number, sent: { bytes: number }): Reply =>
    response => {
      response.writeHead(status, { 'content-type': 'application/json' });
      const block = Buffer.alloc(256 * 1024, 0x20);
      const more = () => {
        if (response.destroyed || sent.bytes > 200 * 1024 * 1024) response.end();
        else response.write(block, more);
        sent.bytes += block.length;
      };
      more();
    };

  it('a body past 8 MiB is not read on', async () => {
    const sent = { bytes: 0 };
    const { client } = await scene([flood(200, sent)]);
    const error = await failureOf(client.webhooks.find('wh_1'));
    expect(error).toBeInstanceOf(MalformedResponse);
    expect(error.message).toContain('at most 8 MiB');
    expect(sent.bytes).toBeLessThan(40 * 1024 * 1024);
  });

  it('an endless error body does not hide the status', async () => {
    const { client } = await scene([flood(500, { bytes: 0 })], { maxRetries: 0 });
    expect(await failureOf(client.webhooks.list())).toBeInstanceOf(ServerError);
  });

  it('the connection is usable for the next call', async () => {
    const { client, platform } = await scene([flood(200, { bytes: 0 })]);
    await failureOf(client.webhooks.find('wh_1'));
    platform.reply(json(200, webhookEndpoint()));
    expect(await client.webhooks.find('wh_1')).toEqual(webhookEndpoint());
  });

  it('giant headers are an error', async () => {
    const { client } = await scene([raw(200, '{}', { 'x-large': 'x'.repeat(64 * 1024) })]);
    expect(await failureOf(client.webhooks.list())).toBeInstanceOf(MalformedResponse);
  });
});

describe('bytes at random', () => {
  it.each([
    '',
    'HTTP/1.1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    '\u0000\u0001\u0002',
    'HTTP/1.1 99 ?\r\n\r\n',
  ])('%j after a POST leave the outcome open', async bytes => {
    const server = createServer(socket => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${portOf(server.address())}`;
    const client = createClient({ baseUrl, credential: testKey, requestTimeoutSeconds: 2 });
    expect(await failureOf(client.webhooks.create(newEndpoint))).toBeInstanceOf(Ambiguous);
    await client.close();
    await new Promise<void>(resolve => server.close(() => resolve()));
  });
});
