import { describe, expect, it } from 'vitest';
import {
  Forbidden,
  NotFound,
  type OperationName,
  ServerError,
  Unobservable,
  Unsupported,
} from '../../../src/client';
import type { WebhookEndpointRecord } from '../../../src/client/contract/webhooks';
import { apiKey, failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { json, type Reply, raw, refusal, reset } from './loopback-platform';

const gone = refusal(404, 'not_found', 'no such endpoint');
const page = (data: readonly WebhookEndpointRecord[], next: string | null = null) =>
  json(200, { data, next_cursor: next });
const held = page([webhookEndpoint({ id: 'wh_0' }), webhookEndpoint()]);
const lacking = page([webhookEndpoint({ id: 'wh_0' })]);

describe('finding an object', () => {
  it('makes one GET while the object exists', async () => {
    const { client, platform } = await scene([json(200, webhookEndpoint())]);
    expect(await client.webhooks.find('wh_1')).toEqual(webhookEndpoint());
    expect(platform.received).toHaveLength(1);
  });

  it.each<[string, Reply[], OperationName[], unknown]>([
    ['404, and the collection lacks it', [gone, lacking], [], undefined],
    ['404, and the collection ends without it', [gone, page([], 'c'), lacking], [], undefined],
    ['GET is declared unavailable, and the collection lacks it', [lacking], ['webhooks.get'], undefined],
    ['the list is declared unavailable, and GET says 404', [gone], ['webhooks.list'], undefined],
    ['GET is declared unavailable, and the collection holds it', [held], ['webhooks.get'], webhookEndpoint()],
  ])('%s', async (_situation, replies, unavailableOperations, found) => {
    const { client, platform } = await scene(replies, { unavailableOperations });
    expect(await client.webhooks.find('wh_1')).toEqual(found);
    expect(platform.received).toHaveLength(replies.length);
  });

  it.each<[string, Reply[], OperationName[], new (...parameters: never[]) => Error, object]>([
    [
      '404 that the collection contradicts',
      [gone, held],
      [],
      Unsupported,
      { operation: 'webhooks.get', status: 404 },
    ],
    [
      '404, and the collection is forbidden',
      [gone, raw(403, '')],
      [],
      Forbidden,
      { operation: 'webhooks.list' },
    ],
    ['404, and the collection fails', [gone, raw(503, '')], [], ServerError, { operation: 'webhooks.list' }],
    [
      '404, and the collection is missing',
      [gone, raw(404, '')],
      [],
      Unsupported,
      { operation: 'webhooks.list' },
    ],
    ['403', [raw(403, '')], [], Forbidden, { operation: 'webhooks.get' }],
    ['405', [raw(405, '')], [], Unsupported, { operation: 'webhooks.get', declared: false }],
    ['501', [raw(501, '')], [], Unsupported, { operation: 'webhooks.get', declared: false }],
    [
      'the list is declared unavailable, and the 404 is not the platform’s own',
      [raw(404, '<html>')],
      ['webhooks.list'],
      Unsupported,
      { operation: 'webhooks.get', status: 404 },
    ],
    ['neither can be read', [], ['webhooks.get', 'webhooks.list'], Unobservable, { id: 'wh_1' }],
  ])(
    '%s is never treated as deleted',
    async (_situation, replies, unavailableOperations, errorClass, fields) => {
      const { client } = await scene(replies, { unavailableOperations, maxRetries: 0 });
      const error = await failureOf(client.webhooks.find('wh_1'));
      expect(error).toBeInstanceOf(errorClass);
      expect(error).toMatchObject(fields);
    },
  );
});

describe('deleting an object', () => {
  it.each<[string, Reply[], OperationName[]]>([
    ['it is deleted', [raw(204, '')], []],
    ['the JSON says so', [json(200, { id: 'wh_1', deleted: true })], []],
    ['the JSON says so without an id', [json(200, { deleted: true })], []],
    ['the JSON shows the object, and the collection lacks it', [json(200, { id: 'wh_1' }), lacking], []],
    ['the JSON says nothing, and the object is gone', [json(200, {}), gone], ['webhooks.list']],
    ['an earlier attempt did it, and its answer was lost', [reset, gone], []],
    ['it is gone, and the collection lacks it', [gone, lacking], []],
    ['it is gone, and the collection cannot be read', [gone, raw(403, '')], []],
    ['it is gone, and the collection is declared unavailable', [gone], ['webhooks.list']],
  ])('is done when %s', async (_situation, replies, unavailableOperations) => {
    const { client, platform } = await scene(replies, { unavailableOperations });
    await client.webhooks.delete('wh_1');
    expect(platform.received).toHaveLength(replies.length);
  });

  const page404 = raw(404, '<html>');

  it.each([
    ['the collection cannot be read', [page404, raw(403, '')], [], { operation: 'webhooks.list' }],
    ['the collection is missing too', [page404, raw(404, '<html>')], [], { operation: 'webhooks.list' }],
    [
      'the collection is declared unavailable',
      [page404],
      ['webhooks.list'],
      { operation: 'webhooks.delete' },
    ],
    ['an earlier attempt may have done it', [reset, page404, held], [], { operation: 'webhooks.delete' }],
  ] as const)(
    'is not believed of the 404 page of a gateway when %s',
    async (_, replies, lacking, failure) => {
      const { client } = await scene([...replies], { unavailableOperations: [...lacking] });
      expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject(failure);
    },
  );

  it.each([
    ['still has it', [raw(200, '<html>'), held]],
    ['cannot be read', [raw(200, '<html>'), raw(200, '<html>')]],
  ] as const)('is not believed of a web page with status 200 when the collection %s', async (_, replies) => {
    const { client } = await scene([...replies]);
    const failure = { name: 'MalformedResponse', operation: 'webhooks.delete' };
    expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject(failure);
  });

  it.each([
    { deleted: false },
    { id: 'wh_1', deleted: 'true' },
    { id: 'wh_2', deleted: true },
    { error: { message: 'not today' } },
    null,
    true,
  ])('is not believed of a response 200 with the JSON %j while the collection has the object', async said => {
    const { client } = await scene([json(200, said), held]);
    const expected = expect.stringContaining('"deleted": true');
    const failure = { name: 'MalformedResponse', operation: 'webhooks.delete', expected };
    expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject(failure);
  });

  it('is done after a web page with status 200 when the collection lacks it', async () => {
    const { client } = await scene([raw(200, '<html>'), lacking]);
    await client.webhooks.delete('wh_1');
  });

  it('is done after the 404 page of a gateway when the collection lacks it', async () => {
    const { client } = await scene([page404, lacking]);
    await client.webhooks.delete('wh_1');
  });

  it('a 404 that the collection contradicts means a missing operation', async () => {
    const { client } = await scene([gone, held]);
    const error = await failureOf(client.webhooks.delete('wh_1'));
    expect(error).toBeInstanceOf(Unsupported);
    expect(error).toMatchObject({ operation: 'webhooks.delete', declared: false });
  });

  it('a 404 after a rate limit is checked, since no earlier attempt can have deleted the object', async () => {
    const { client } = await scene([raw(429, ''), gone, held]);
    expect(await failureOf(client.webhooks.delete('wh_1'))).toBeInstanceOf(Unsupported);
  });
});

describe('updating an object', () => {
  it.each([
    ['that is gone', [gone, lacking], NotFound],
    ['that is gone, with a collection that cannot be read', [gone, raw(403, '')], NotFound],
    ['that the collection still holds', [gone, held], Unsupported],
  ])('%s', async (_situation, replies, errorClass) => {
    const { client } = await scene(replies);
    const error = await failureOf(client.webhooks.update('wh_1', { url: 'https://example.com' }));
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ operation: 'webhooks.update' });
  });
});

describe('operations declared unavailable', () => {
  it('are never called', async () => {
    const { client, platform } = await scene([json(200, {})], {
      unavailableOperations: ['webhooks.create', 'webhooks.update', 'webhooks.delete', 'apiKeys.list'],
    });
    const calls = [
      client.webhooks.create(newEndpoint),
      client.webhooks.update('wh_1', {}),
      client.webhooks.delete('wh_1'),
      client.apiKeys.list(),
    ];
    for (const call of calls)
      expect(await failureOf(call)).toMatchObject({ name: 'Unsupported', declared: true });
    expect(platform.received).toEqual([]);
  });
});

describe('listing', () => {
  it('follows the cursor to the end, a hundred at a time', async () => {
    const pages = [page([webhookEndpoint({ id: 'wh_0' })], 'a b&c'), page([webhookEndpoint()])];
    const { client, platform } = await scene(pages);
    expect((await client.webhooks.list()).map(record => record.id)).toEqual(['wh_0', 'wh_1']);
    expect(platform.received.map(request => request.target)).toEqual([
      '/v1/webhooks?limit=100',
      '/v1/webhooks?limit=100&cursor=a+b%26c',
    ]);
  });

  it('gives an object once although it moves between pages', async () => {
    const { client } = await scene([page([webhookEndpoint()], 'c'), held]);
    expect((await client.webhooks.list()).map(record => record.id)).toEqual(['wh_1', 'wh_0']);
  });

  it('requests a page only when it is needed', async () => {
    const { client, platform } = await scene([page([webhookEndpoint()], 'c'), held]);
    for await (const _first of client.webhooks.pages()) break;
    expect(platform.received).toHaveLength(1);
  });
});

describe('a change whose answer is empty took effect', () => {
  const changed = webhookEndpoint({ url: 'https://example.com/b' });
  const change = { url: changed.url };
  const listed = page([changed]);
  const empty = { 204: raw(204, ''), '200 without a body': raw(200, ''), '200 with a line': raw(200, '\n') };

  describe.each(Object.entries(empty))('%s', (_what, reply) => {
    it('and the object is read', async () => {
      const { client, platform } = await scene([reply, json(200, changed)]);
      expect(await client.webhooks.update('wh_1', change)).toEqual(changed);
      expect(platform.received.map(request => request.method)).toEqual(['PATCH', 'GET']);
      expect(await client.webhooks.find('wh_1')).toEqual(changed);
      expect(platform.received).toHaveLength(2);
    });

    it('and a key is read in the same way', async () => {
      const { client } = await scene([reply, json(200, apiKey({ name: 'new' }))]);
      expect(await client.apiKeys.update('key_1', { name: 'new' })).toEqual(apiKey({ name: 'new' }));
    });

    it('and the list is read where the platform shows no single object', async () => {
      const { client } = await scene([reply, listed], { unavailableOperations: ['webhooks.get'] });
      expect(await client.webhooks.update('wh_1', change)).toEqual(changed);
    });

    it('and is no error where the platform shows nothing at all', async () => {
      const unavailableOperations = ['webhooks.get', 'webhooks.list'] as const;
      const { client } = await scene([reply], { unavailableOperations });
      expect(await client.webhooks.update('wh_1', change)).toBeUndefined();
    });

    it('and is no error where the reading fails; the next read asks again', async () => {
      const { client, platform } = await scene([reply, raw(500, '')], { maxRetries: 0 });
      expect(await client.webhooks.update('wh_1', change)).toBeUndefined();
      platform.reply(json(200, changed));
      expect(await client.webhooks.find('wh_1')).toEqual(changed);
    });
  });

  it('unless the object is gone by then', async () => {
    const nothing = page([]);
    const { client } = await scene([raw(204, ''), raw(404, ''), nothing]);
    expect(await failureOf(client.webhooks.update('wh_1', change))).toBeInstanceOf(NotFound);
  });

  it('but not one with a body that is not the object', async () => {
    const { client } = await scene([raw(200, '<html>')]);
    expect(await failureOf(client.webhooks.update('wh_1', change))).toMatchObject({
      name: 'MalformedResponse',
      mayHaveTakenEffect: true,
    });
  });
});
