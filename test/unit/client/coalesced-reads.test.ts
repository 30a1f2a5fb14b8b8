import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, systemClock } from '../../../src/client';
import { apiKey, failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { json, type Reply, raw, silence } from './loopback-platform';
import { PagedPlatform } from './paged-platform';

async function stage(size: number, options: Partial<ClientOptions> = {}) {
  const paged = new PagedPlatform(size);
  const { client, platform } = await scene([paged.reply], { clock: systemClock, ...options });
  return { paged, client, platform };
}

/** Reads as Terraform does: so many at a time, the next when one is answered. */
async function refresh(client: Client, ids: readonly string[], parallelism: number) {
  const queue = [...ids];
  const found = new Map<string, unknown>();
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      found.set(id, await client.webhooks.find(id));
    }
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return found;
}

const numbered = (count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => `wh_${index * step}`);
/** A fixed shuffle, so that a failure can be repeated. */
const shuffled = (ids: readonly string[]) =>
  ids
    .map((id, index) => ({ id, key: (index * 7919) % 1009 }))
    .sort((a, b) => a.key - b.key)
    .map(({ id }) => id);

describe('a refresh of all of a thousand', () => {
  it.each([
    ['in the order of the list', numbered(1000), 10],
    ['backwards', numbered(1000).reverse(), 10],
    ['shuffled', shuffled(numbered(1000)), 10],
    ['shuffled, a hundred at a time', shuffled(numbered(1000)), 100],
  ])('costs at most 12 requests: %s', async (_order, ids, parallelism) => {
    const { paged, client } = await stage(1000);
    const found = await refresh(client, ids, parallelism);
    expect([...found.values()].every(item => item !== undefined)).toBe(true);
    expect(paged.requests).toBeLessThanOrEqual(12);
  });

  it('costs a request each when coalescing is off', async () => {
    const { paged, client } = await stage(1000, { refresh: 'each' });
    await refresh(client, numbered(200), 10);
    expect([paged.gets, paged.pages]).toEqual([200, 0]);
  });
});

describe('the cost of an unknown number of reads', () => {
  it('one or two objects are read by GET', async () => {
    const { paged, client } = await stage(500);
    await refresh(client, ['wh_7', 'wh_400'], 2);
    expect([paged.gets, paged.pages]).toEqual([2, 0]);
  });

  it('is at most twice the optimum, plus two', async () => {
    const situation = fc.record({
      size: fc.integer({ min: 1, max: 2500 }),
      reads: fc.integer({ min: 1, max: 300 }),
      parallelism: fc.constantFrom(1, 2, 3, 10, 50),
      step: fc.integer({ min: 1, max: 97 }),
    });
    await fc.assert(
      fc.asyncProperty(situation, async ({ size, reads, parallelism, step }) => {
        const { paged, client } = await stage(size);
        const ids = Array.from({ length: reads }, (_, index) => `wh_${(index * step) % size}`);
        await refresh(client, ids, parallelism);
        const betterWay = Math.min(reads, Math.ceil(size / 100));
        expect(paged.requests).toBeLessThanOrEqual(2 * betterWay + 2);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe('results of coalesced reads', () => {
  it('an object that the list does not show yet is confirmed by one GET', async () => {
    const { paged, client } = await stage(150);
    paged.unlisted.add('wh_149');
    await refresh(client, numbered(149), 10);
    const before = paged.gets;
    expect(await client.webhooks.find('wh_149')).toBeDefined();
    expect(paged.gets - before).toBe(1);
  });

  it('an object in neither list nor GET is deleted, at the cost of one more GET', async () => {
    const { paged, client } = await stage(150);
    await refresh(client, numbered(150), 10);
    const before = paged.requests;
    expect(await client.webhooks.find('wh_gone')).toBeUndefined();
    expect(paged.requests - before).toBe(1);
  });

  it('pages are asked for anew', async () => {
    const { paged, client } = await stage(50);
    await client.webhooks.list();
    paged.endpoints.delete('wh_3');
    const anew = [];
    for await (const page of client.webhooks.pages()) anew.push(...page);
    expect(anew).toHaveLength(49);
  });

  it('own changes and deletions are in them', async () => {
    const { client } = await stage(50);
    await refresh(client, numbered(50), 10);
    await client.webhooks.update('wh_1', { url: 'https://example.com/new' });
    await client.webhooks.delete('wh_2');
    expect(await client.webhooks.find('wh_1')).toMatchObject({ url: 'https://example.com/new' });
    expect(await client.webhooks.find('wh_2')).toBeUndefined();
    const listed = await client.webhooks.list();
    expect(listed).toHaveLength(49);
    expect(listed.find(item => item.id === 'wh_1')).toMatchObject({ url: 'https://example.com/new' });
  });

  it('never show the value of a key that was just created', async () => {
    const { client } = await scene([json(201, { ...apiKey(), key: 'svc_test_2' })]);
    await client.apiKeys.create({ name: 'ci', tenant_id: 'ten_1', scopes: [] });
    expect(await client.apiKeys.find('key_1')).toEqual(apiKey());
  });

  it('are asked anew after a write whose outcome is open', async () => {
    const { client, platform, paged } = await stage(50);
    await refresh(client, numbered(50), 10);
    platform.reply(raw(502, ''));
    await failureOf(client.webhooks.create(newEndpoint));
    paged.endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
    platform.reply(paged.reply);
    const before = paged.pages;
    expect(await client.webhooks.find('wh_new')).toBeDefined();
    expect(paged.pages - before).toBe(1);
  });

  it('are asked anew for an object whose change may have taken effect', async () => {
    const { client, platform, paged } = await stage(50, { maxRetries: 0 });
    await refresh(client, numbered(50), 10);
    await client.webhooks.update('wh_1', { url: 'https://example.com/earlier' });
    platform.reply(raw(502, ''));
    await failureOf(client.webhooks.update('wh_1', { url: 'https://example.com/new' }));
    paged.endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1', url: 'https://example.com/new' }));
    platform.reply(paged.reply);
    expect(await client.webhooks.find('wh_1')).toMatchObject({ url: 'https://example.com/new' });
  });
});

describe('a list that fails', () => {
  const without =
    (paged: PagedPlatform, list: Reply): Reply =>
    (response, request) =>
      (request.target.startsWith('/v1/webhooks?') ? list : paged.reply)(response, request);

  it.each([
    ['is missing', raw(405, '')],
    ['is forbidden', raw(403, '')],
    ['fails', raw(500, '')],
    ['is malformed', raw(200, '[]')],
    ['does not answer', silence],
  ])('leaves the reads to GETs when it %s', async (_how, list) => {
    const { paged, client, platform } = await stage(50, { maxRetries: 0, requestTimeoutSeconds: 0.5 });
    platform.reply(without(paged, list));
    const found = await refresh(client, numbered(20), 10);
    expect([...found.values()].filter(item => item !== undefined)).toHaveLength(20);
    expect(paged.gets).toBe(20);
  });

  it('without GET is read to its end, once for all reads', async () => {
    const { paged, client } = await stage(950, { unavailableOperations: ['webhooks.get'] });
    const found = await refresh(client, [...numbered(30, 31), 'wh_gone'], 10);
    expect(found.get('wh_gone')).toBeUndefined();
    expect([paged.gets, paged.pages]).toEqual([0, 10]);
  });
});
