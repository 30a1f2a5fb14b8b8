import { describe, expect, it } from 'vitest';
import type { Client, OperationName } from '../../../src/client';
import { wire } from '../../../src/client/contract/page';
import { pathOf } from '../../harness/operations';
import { failureOf, scene, webhookEndpoint } from './client-fixture';
import { json, page, type Reply, raw, reset } from './loopback-platform';

const { list, cursor } = wire;

const endpoint = webhookEndpoint();
const other = webhookEndpoint({ id: 'wh_0' });
const changed = webhookEndpoint({ url: 'https://example.com/b' });
const gone = json(404, { error: { code: 'not_found' } });
const held = page([other, endpoint]);
const lacking = page([other]);
const html = raw(200, '<html>');
const html404 = raw(404, '<html>');
const forbidden = raw(403);
const shown = json(200, endpoint);

type Call = (client: Client) => Promise<unknown>;
type Row = [situation: string, replies: Reply[], unavailable: OperationName[], expected: object];
const [noGet, noList]: OperationName[][] = [['webhooks.get'], ['webhooks.list']];
const unlisted = { facts: { operation: 'webhooks.list' } };
const denied = { kind: 'Forbidden', facts: { operation: 'webhooks.get' } };
const contradicted = {
  kind: 'Unsupported',
  facts: { operation: 'webhooks.get', status: 404, listedId: 'wh_1' },
};
const value = (found: unknown) => ({ value: found });
const unsupported = (operation: OperationName) => ({
  kind: 'Unsupported',
  facts: { operation, declared: false },
});

/** What a call comes to: its value, or its error. */
async function outcomeOf(call: Call, [, replies, unavailableOperations]: Row) {
  const { client, platform } = await scene(replies, { unavailableOperations, maxRetries: 2 });
  const outcome = await call(client).then(
    found => ({ value: found }),
    (error: unknown) => error,
  );
  // Each answer was needed, and asked for once.
  expect(platform.received).toHaveLength(replies.length);
  return outcome;
}

/** Nothing tells whether this list is whole. */
const cut = json(200, { [list]: [other] });
const found: Row[] = [
  ['it is there', [shown], [], value(endpoint)],
  ['404, and the collection lacks it', [gone, lacking], [], value(undefined)],
  ['no GET, and the collection lacks it', [lacking], noGet ?? [], value(undefined)],
  ['no GET, and the collection holds it', [held], noGet ?? [], value(endpoint)],
  ['no list, and GET says 404', [gone], noList ?? [], value(undefined)],
  ['no list, and the 404 is not the platform’s own', [html404], noList ?? [], unsupported('webhooks.get')],
  ['404 that the collection contradicts', [gone, held], [], contradicted],
  ['404, and the collection is forbidden', [gone, forbidden], [], { kind: 'Forbidden', ...unlisted }],
  ['404, and the collection is missing', [gone, gone], [], unsupported('webhooks.list')],
  ['404, and a list that may lack it', [gone, cut], [], value(undefined)],
  ['404 of a gateway, and a list that may lack it', [html404, cut], [], { kind: 'EndUnknown' }],
  ['no GET, and a list that may lack it', [cut], noGet ?? [], { kind: 'EndUnknown' }],
  ['403, and the collection lacks it', [forbidden, lacking], [], { kind: 'ForbiddenOrGone' }],
  ['403, and the collection holds it', [forbidden, held], [], denied],
  ['403, and the collection is forbidden', [forbidden, forbidden], [], denied],
  ['403, and no list', [forbidden], noList ?? [], denied],
  ['another object', [json(200, other)], [], { facts: { path: 'id', expected: 'the id asked for' } }],
  ['none can be read', [], ['webhooks.get', 'webhooks.list'], { message: expect.stringMatching(/^"wh_1/) }],
];

it.each(found)('an object is believed to be gone only if that is certain: %s', async (...row) => {
  expect(await outcomeOf(client => client.webhooks.find('wh_1'), row)).toMatchObject(row[3]);
});

const refusedUpdate = { kind: 'NotFound', facts: { operation: 'webhooks.update' } };
const nothing = value(undefined);
const anotherId = { kind: 'MalformedResponse', facts: { path: 'id' } };
const updated: Row[] = [
  ['the answer shows it', [json(200, changed)], [], value(changed)],
  ['the answer is empty (200)', [raw(200)], [], nothing],
  ['the answer is JSON without the object', [json(200, { ok: true })], [], nothing],
  ['the answer shows a part', [json(200, { id: 'wh_1' })], [], value({ id: 'wh_1' })],
  ['the answer has a byte order mark', [raw(200, `\uFEFF${JSON.stringify(changed)}`)], [], value(changed)],
  ['the answer is not the object', [html], [], { kind: 'MalformedResponse', mayHaveTakenEffect: true }],
  ['the answer is another object', [json(200, other)], [], anotherId],
  ['404, and the collection lacks it', [gone, lacking], [], refusedUpdate],
  ['404 that the collection contradicts', [gone, held], [], unsupported('webhooks.update')],
];

it.each(updated)('a change took effect unless the platform says otherwise: %s', async (...row) => {
  const update = async ({ webhooks }: Client) => (await webhooks.update('wh_1', { url: changed.url })).shown;
  expect(await outcomeOf(update, row)).toMatchObject(row[3]);
});

it.each([
  ['shows', json(200, changed), []],
  ['does not show', raw(204), ['GET']],
  ['shows a part of', json(200, { id: 'wh_1', url: changed.url }), ['GET']],
  ['answers with a page, not', html, ['GET']],
])('after a change that %s the object, the next read knows it', async (_, answer, methods) => {
  const { client, platform } = await scene([json(200, endpoint), answer]);
  for (const _ of ['known', 'changed']) await Promise.allSettled([client.webhooks.update('wh_1', {})]);
  platform.reply(json(200, changed));
  expect(await client.webhooks.find('wh_1')).toEqual(changed);
  expect(platform.received.slice(2).map(({ method }) => method)).toEqual(methods);
});

const unclear = { kind: 'MalformedResponse', facts: { expected: 'empty after a delete' } };
const accepted = raw(202);
const stillShown = { kind: 'StillShown', mayHaveTakenEffect: true };
const neither: OperationName[] = ['webhooks.get', 'webhooks.list'];
const done = { value: true };
const unknownThere = { value: false };
const deleted: Row[] = [
  ['204', [raw(204)], [], done],
  ['200 without a body', [raw(200, ' ')], [], done],
  ['JSON that says so, and the object is gone', [json(200, { deleted: true }), gone], [], done],
  ['JSON that shows the object, and a 404 in another shape', [shown, html404], [], done],
  ['JSON that shows the object, and the list lacks it', [shown, lacking], noGet ?? [], done],
  ['a web page, and the object cannot be read', [html, forbidden], [], { kind: 'MalformedResponse' }],
  ['JSON that shows the object, which the list has', [shown, held], noGet ?? [], unclear],
  ['JSON that shows the object, which goes later', [shown, shown, raw(503), gone], [], done],
  ['an earlier attempt did it, and its answer was lost', [reset, gone], [], done],
  ['so, and a rate limit delayed the next one', [reset, raw(429), gone], [], done],
  ['404, and the collection lacks it', [gone, lacking], [], unknownThere],
  ['404, and the collection cannot be read', [gone, forbidden], [], unknownThere],
  ['404, and the collection is declared unavailable', [gone], noList ?? [], unknownThere],
  ['404 of a gateway, and the collection cannot be read', [html404, forbidden], [], unlisted],
  ['404 of a gateway, and no collection', [html404], noList ?? [], unsupported('webhooks.delete')],
  ['404 of a gateway after a lost answer', [reset, html404, held], [], unsupported('webhooks.delete')],
  ['403, and the collection holds it', [forbidden, held], [], { kind: 'Forbidden' }],
  ['403 after a lost answer, and the collection lacks it', [reset, forbidden, lacking], [], done],
  ['403 after a lost answer, and it is listed', [reset, forbidden, held], [], { kind: 'Forbidden' }],
  ['403 after a rate limit', [raw(429), forbidden, lacking], [], { kind: 'ForbiddenOrGone' }],
  ['404 after a rate limit', [raw(429), gone, held], [], unsupported('webhooks.delete')],
  ['a web page, and the object is there', [html, shown, shown, shown], [], { kind: 'MalformedResponse' }],
  ['a web page, and neither can be read', [html], neither, unclear],
  ['202, and the object is gone', [accepted, gone], [], done],
  ['202, and the object stays', [json(202, endpoint), shown, shown, shown], [], stillShown],
  ['202, and the object cannot be read', [accepted, forbidden], [], stillShown],
  ['202, and the list has it', [accepted, held], noGet ?? [], stillShown],
  ['202, and neither can be read', [accepted], neither, done],
];

it.each(deleted)('an object is deleted if the platform says so, or does not know it: %s', async (...row) => {
  expect(await outcomeOf(client => client.webhooks.delete('wh_1'), row)).toMatchObject(row[3]);
});

describe('a list', () => {
  it('follows the cursor to the end, a hundred at a time, with each object once, as it is shown last', async () => {
    const { client, platform } = await scene([page([changed], 'a b&c'), held]);
    expect((await client.webhooks.listNow()).items).toEqual([endpoint, other]);
    const first = `${pathOf('webhooks.list')}?limit=100`;
    expect(platform.received.map(({ target }) => target)).toEqual([first, `${first}&cursor=a+b%26c`]);
  });

  const fresh = (number: number) => webhookEndpoint({ id: `wh_${number}` });
  it.each<[string, object, boolean, boolean]>([
    ['null: it is whole', { [list]: [endpoint], [cursor]: null }, false, true],
    ['empty: it is whole', { [list]: [endpoint], [cursor]: '' }, false, true],
    ['absent on an empty page: it is whole', { [list]: [] }, false, true],
    ['null, beside null for no objects: it is whole', { [list]: null, [cursor]: null }, false, true],
    ['absent, as is all but null for no objects: it is whole', { [list]: null }, false, true],
    ['absent: nobody can tell', { [list]: [endpoint] }, false, false],
    ['absent, and lists are declared whole: it is whole', { [list]: [endpoint] }, true, true],
  ])('ends at a cursor that is %s', async (_what, body, listsAreWhole, isWhole) => {
    const both = [page([other], 'c'), json(200, body)];
    const { client } = await scene([...both, ...both], { listsAreWhole });
    const data = [other, ...(Reflect.get(body, list) ?? [])];
    const { items, gap } = await client.webhooks.listNow();
    expect([items, gap === undefined]).toEqual([data, isWhole]);
    const pages: unknown[] = [];
    const read = async () => {
      for await (const page of client.webhooks.pages()) pages.push(...page);
    };
    if (isWhole) await read();
    else expect((await failureOf(read())).message).toMatch(/^Only the first 2 objects/);
    expect(pages).toEqual(data);
  });

  it.each<[string, (page: number) => object, string, number]>([
    ['repeats its cursor', page => ({ [list]: [fresh(page)], [cursor]: 'c' }), 'EndlessList', 2],
    ['goes round', page => ({ [list]: [fresh(page)], [cursor]: `c${page % 2}` }), 'EndlessList', 3],
    ['brings nothing new', page => ({ [list]: [endpoint], [cursor]: `c${page}` }), 'EndlessList', 12],
    ['has more without a cursor', () => ({ [list]: [], has_more: true }), 'MalformedResponse', 1],
    ['has more with null', () => ({ [list]: [], [cursor]: null, has_more: true }), 'MalformedResponse', 1],
    ['has words beside null', () => ({ [list]: null, message: 'No.' }), 'MalformedResponse', 1],
    ['has null in an object', () => ({ [list]: [null], [cursor]: null }), 'MalformedResponse', 1],
    ['has a number for a cursor', () => ({ [list]: [], [cursor]: 2 }), 'MalformedResponse', 1],
  ])('that %s is an error', async (_how, next, name, requests) => {
    const { client, platform } = await scene([]);
    platform.reply((response, request) => json(200, next(platform.received.length))(response, request));
    expect((await failureOf(client.webhooks.listNow())).name).toBe(name);
    expect(platform.received).toHaveLength(requests);
  });

  it('may bring many empty pages, ten in a row that repeat others, more than once, and a cursor of 4096 characters', async () => {
    const pages = Array.from({ length: 21 }, (_, number) =>
      page([number === 10 ? fresh(2) : endpoint], `${number}`.padEnd(4096, 'x')),
    );
    const empty = Array.from({ length: 99 }, (_, number) => page([], `empty ${number}`));
    const { client } = await scene([...pages, ...empty, held]);
    expect((await client.webhooks.listNow()).items).toHaveLength(3);
  });
});
