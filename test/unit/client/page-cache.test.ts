import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/client';
import { Listing } from '../../../src/client/collections/listing';
import { webhooks } from '../../../src/client/contract/webhooks';
import { PlatformError } from '../../../src/client/errors';
import { failureOf, newEndpoint, webhookEndpoint } from './client-fixture';
import { answered } from './outcomes';
import { failing, numbered, PagedPlatform, refresh } from './paged-platform';

/** A fixed shuffle. */
const shuffled = (ids: readonly string[]) => ids.map((_, index) => ids[(index * 7919) % ids.length] ?? '');
const url = 'https://example.com/ours';
const events = ['incident.created'];
const noGet: Partial<ClientOptions> = { unavailableOperations: ['webhooks.get'] };
const noList: Partial<ClientOptions> = { unavailableOperations: ['webhooks.list'] };
const each: Partial<ClientOptions> = { refresh: 'each' };
it.each([
  ['in the order of the list', numbered(1000), 10],
  ['shuffled, a hundred at a time', shuffled(numbered(1000)), 100],
])('a refresh of all of a thousand costs at most 12 requests: %s', async (_order, ids, parallelism) => {
  const platform = new PagedPlatform(1000);
  const found = await refresh(platform, ids, parallelism);
  expect([...found.values()].filter(item => item !== undefined)).toHaveLength(1000);
  expect(platform.requests).toBeLessThanOrEqual(12);
});

it('n reads cost at most 1.25 n + 2 requests, wherever their objects lie, in any order', async () => {
  const account = fc.record({
    // So many objects of others, then so many of ours.
    blocks: fc.array(fc.tuple(fc.nat(800), fc.nat(60)), { minLength: 1, maxLength: 4 }),
    order: fc.constantFrom(
      shuffled,
      (ids: string[]) => ids,
      (ids: string[]) => ids.reverse(),
    ),
    parallelism: fc.constantFrom(1, 10, 100),
    readsAhead: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(account, async ({ blocks, order, parallelism, readsAhead }) => {
      const ours = blocks.flatMap(([others, own]) => [
        ...Array(others).fill(false),
        ...Array(own).fill(true),
      ]);
      const ids = numbered(ours.length).filter((_, index) => ours[index]);
      const platform = new PagedPlatform(ours.length);
      if (readsAhead) await platform.collection.readAhead();
      const found = await refresh(platform, order([...ids]), parallelism);
      expect([...found.values()].filter(item => item !== undefined)).toHaveLength(ids.length);
      expect(platform.requests).toBeLessThanOrEqual(1.25 * ids.length + 2);
    }),
  );
}, 60_000);

describe('the requests of reads', () => {
  it.each<[string, PagedPlatform, readonly string[], number, number]>([
    ['one or two are GETs', new PagedPlatform(500), ['wh_7', 'wh_400'], 2, 0],
    ['the third is a page', new PagedPlatform(500), ['wh_7', 'wh_8', 'wh_9'], 2, 1],
    ['few reads that find nothing request two pages', new PagedPlatform(500), numbered(500).slice(-7), 7, 2],
    ['then one for each four', new PagedPlatform(5000), numbered(5000).slice(-40), 40, 10],
    ['uncoalesced, each is a GET', new PagedPlatform(200, each), numbered(200), 200, 0],
    ['without a GET, the list is read once', new PagedPlatform(950, noGet), ['wh_949', 'x'], 0, 10],
    ['without a list, each is a GET', new PagedPlatform(20, noList), numbered(20), 20, 0],
    ['one waits for 12 pages at most', new PagedPlatform(3000), [...numbered(1000), 'wh_2999'], 3, 10 + 12],
  ])('%s', async (_what, platform, ids, gets, pages) => {
    await refresh(platform, ids, 1);
    expect([platform.gets, platform.pages]).toEqual([gets, pages]);
  });

  it('reads at the same time share the pages that they may request; the others do not wait', async () => {
    const platform = new PagedPlatform(3000);
    await refresh(platform, numbered(3000).slice(-30), 30);
    expect([platform.gets, platform.pages]).toEqual([30, 8]);
  });

  it('a page read ahead is one that the first reads share; one beyond it is a GET', async () => {
    const platform = new PagedPlatform(250);
    expect(await platform.collection.readAhead()).toBe(true);
    for (const id of ['wh_7', 'wh_207']) await platform.collection.find(id);
    expect([platform.gets, platform.pages]).toEqual([1, 1]);
  });

  it.each([each, noList])('no page is read ahead with %j', async options => {
    const platform = new PagedPlatform(50, options);
    expect(await platform.collection.readAhead()).toBe(false);
    expect(platform.requests).toBe(0);
  });

  it('a list that fails leaves the reads to GETs; another fault of it does not', async () => {
    const platform = new PagedPlatform(50);
    platform.interfere = failing('webhooks.list');
    const found = await refresh(platform, numbered(20));
    expect([...found.values()].filter(item => item !== undefined)).toHaveLength(20);
    expect(platform.gets).toBe(20);
    const broken = new PagedPlatform(50);
    broken.interfere = failing('webhooks.list', new TypeError('a defect'));
    await expect(refresh(broken, numbered(20), 1)).rejects.toThrow('a defect');
  });

  it('a list that failed is asked again by the next reader of its pages', async () => {
    const platform = new PagedPlatform(50, noGet);
    platform.interfere = failing('webhooks.list');
    await failureOf(platform.collection.find('wh_7'));
    platform.interfere = () => undefined;
    expect(await platform.collection.find('wh_7')).toBeDefined();
    platform.interfere = failing('webhooks.create');
    await failureOf(platform.collection.create(newEndpoint).send());
    platform.interfere = failing('webhooks.list');
    await failureOf(platform.collection.readAhead());
    platform.interfere = () => undefined;
    expect((await platform.collection.list()).items).toHaveLength(50);
    const { pages } = platform;
    await platform.collection.list();
    expect(platform.pages, 'a second list shares the pages of the first').toBe(pages);
  });
});

it('a reader of pages of its own gets each object once, while the list moves, and holds no page but the last', async () => {
  const platform = new PagedPlatform(250);
  const { endpoints, transport } = platform;
  const listing = new Listing({ transport, list: 'webhooks.list', item: webhooks.item });
  const read: string[] = [];
  for await (const page of listing.pages()) {
    read.push(...page.map(({ id }) => id));
    expect(listing.seen.size).toBe(0);
    // An object that is deleted moves those after it to an earlier page. One that comes is on the last page.
    if (platform.pages === 1) endpoints.delete('wh_0');
    if (platform.pages === 2) for (const id of ['wh_0', 'wh_new']) endpoints.set(id, webhookEndpoint({ id }));
  }
  expect(new Set(read).size).toBe(read.length);
  expect(read).toEqual(expect.arrayContaining(['wh_0', 'wh_249', 'wh_new']));
});

describe('a list that lags behind an update', () => {
  const stale = webhookEndpoint({ id: 'wh_7', url: 'https://example.com/before' });
  const known = { url: webhookEndpoint().url };

  it('is believed about what is known; the rest costs one GET each', async () => {
    const platform = new PagedPlatform(1000);
    for (const id of numbered(30, 33)) platform.late.set(id, { ...stale, id });
    const found = await refresh(platform, numbered(1000), 10, known);
    for (const [id, item] of found) expect(item).toEqual(webhookEndpoint({ id }));
    expect(platform.requests).toBeLessThanOrEqual(12 + 30);
  });

  it.each<[string, Partial<ClientOptions>, object]>([
    ['a GET shows the object as it is', {}, webhookEndpoint({ id: 'wh_7' })],
    ['without a GET, the list is believed', noGet, stale],
  ])('%s', async (_what, options, expected) => {
    const platform = new PagedPlatform(50, options);
    platform.late.set('wh_7', stale);
    await platform.collection.readAhead();
    expect(await platform.collection.find('wh_7', known)).toEqual(expected);
    expect([platform.gets, platform.pages]).toEqual([options === noGet ? 0 : 1, 1]);
  });

  it('nobody knows whether an object is gone that it shows and a GET does not find', async () => {
    const platform = new PagedPlatform(50);
    platform.endpoints.delete('wh_7');
    platform.late.set('wh_7', stale);
    await platform.collection.readAhead();
    expect(await failureOf(platform.collection.find('wh_7', known))).toMatchObject({
      kind: 'Unsupported',
      facts: { operation: 'webhooks.get', listedId: 'wh_7' },
    });
  });
});

it('a delete that is answered with the object costs one GET, and no list', async () => {
  const platform = new PagedPlatform(600);
  platform.interfere = ({ operation, id = '' }) => {
    if (operation !== 'webhooks.delete') return undefined;
    platform.late.set(id, webhookEndpoint({ id }));
    platform.endpoints.delete(id);
    return answered(200, webhookEndpoint({ id }));
  };
  await Promise.all(numbered(600).map(id => platform.collection.delete(id)));
  expect([platform.gets, platform.pages]).toEqual([600, 0]);
});

it('without a GET, a list that is newer than the delete confirms it, and one newer than a lost delete is asked', async () => {
  const platform = new PagedPlatform(5, noGet);
  await platform.collection.readAhead();
  platform.interfere = ({ operation, id = '' }) =>
    operation === 'webhooks.delete' && platform.endpoints.delete(id)
      ? answered(200, webhookEndpoint({ id }))
      : undefined;
  await platform.collection.delete('wh_1');
  expect(platform.pages).toBe(2);
  platform.interfere = failing('webhooks.delete');
  await failureOf(platform.collection.delete('wh_2'));
  platform.endpoints.delete('wh_2');
  expect(await platform.collection.find('wh_2')).toBeUndefined();
});

describe('results of coalesced reads', () => {
  it('an object that the list does not show yet is confirmed by one GET', async () => {
    const platform = new PagedPlatform(150);
    platform.unlisted.add('wh_149');
    await refresh(platform, numbered(149));
    const before = platform.gets;
    expect(await platform.collection.find('wh_149')).toBeDefined();
    expect(platform.gets - before).toBe(1);
  });

  it('own creates, changes and deletions are in them without a request', async () => {
    const platform = new PagedPlatform(50);
    const { collection } = platform;
    await refresh(platform, numbered(50));
    platform.interfere = ({ operation }) =>
      operation === 'webhooks.create'
        ? answered(201, { ...webhookEndpoint({ id: 'wh_new' }), secret: 's' })
        : undefined;
    await collection.create(newEndpoint).send();
    await collection.update('wh_1', { url });
    await collection.delete('wh_2');
    const before = platform.requests;
    expect(await collection.find('wh_new')).toEqual(webhookEndpoint({ id: 'wh_new' }));
    expect(await collection.find('wh_1')).toMatchObject({ url });
    expect(await collection.find('wh_2')).toBeUndefined();
    expect(platform.requests).toBe(before);
    platform.interfere = ({ operation }) => {
      throw new PlatformError('Forbidden', { operation, credential: 'API key' });
    };
    const refused = await failureOf(collection.update('wh_new', { url }));
    expect(refused.name, 'its list is older').toBe('Forbidden');
  });

  it('are asked anew after a write whose outcome is open', async () => {
    const platform = new PagedPlatform(50);
    const { collection } = platform;
    await refresh(platform, numbered(50));
    await collection.update('wh_1', { url });
    platform.interfere = failing('webhooks.update');
    await failureOf(collection.update('wh_1', { url: 'https://example.com/new' }));
    platform.endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1', events }));
    platform.late.set('wh_1', webhookEndpoint({ id: 'wh_1' }));
    expect(await collection.find('wh_1')).toMatchObject({ events });
    platform.interfere = failing('webhooks.create');
    await failureOf(collection.create(newEndpoint).send());
    platform.endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
    const before = platform.pages;
    expect(await collection.find('wh_new')).toBeDefined();
    expect(platform.pages - before).toBe(1);
  });
});
