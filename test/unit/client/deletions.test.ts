import { describe, expect, it } from 'vitest';
import { type OperationName, Unsupported } from '../../../src/client';
import { failureOf, scene } from './client-fixture';
import { gone, held, lacking } from './endpoint-replies';
import { json, type Reply, raw, reset } from './loopback-platform';

describe('deleting an object', () => {
  it.each<[string, Reply[], OperationName[]]>([
    ['it is deleted', [raw(204, '')], []],
    ['the JSON says so', [json(200, { id: 'wh_1', deleted: true })], []],
    ['the JSON says so without an id', [json(200, { deleted: true })], []],
    [
      'the JSON shows the object, and the collection lacks it',
      [json(200, { id: 'wh_1' }), gone, lacking],
      [],
    ],
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
  ])('is not believed of a response 200 with the JSON %j while the collection has the object', async said => {
    const { client } = await scene([json(200, said), held]);
    const expected = expect.stringContaining('"deleted": true');
    const failure = { name: 'MalformedResponse', operation: 'webhooks.delete', expected };
    expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject(failure);
  });

  it('is done after a web page with status 200 when the collection lacks it', async () => {
    const { client } = await scene([raw(200, '<html>'), gone, lacking]);
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
