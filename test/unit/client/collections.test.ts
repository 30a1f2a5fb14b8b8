import { describe, expect, it } from 'vitest';
import {
  Forbidden,
  NotFound,
  type OperationName,
  ServerError,
  Unobservable,
  Unsupported,
} from '../../../src/client';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { gone, held, lacking, page } from './endpoint-replies';
import { json, type Reply, raw } from './loopback-platform';

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
  const empty = { 204: raw(204, ''), '200 without a body': raw(200, '') };

  describe.each(Object.entries(empty))('%s', (_what, reply) => {
    it('and the object is read', async () => {
      const { client, platform } = await scene([reply, json(200, changed)]);
      expect(await client.webhooks.update('wh_1', change)).toEqual(changed);
      expect(platform.received.map(request => request.method)).toEqual(['PATCH', 'GET']);
      expect(await client.webhooks.find('wh_1')).toEqual(changed);
      expect(platform.received).toHaveLength(2);
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
