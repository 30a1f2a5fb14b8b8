import { describe, expect, it } from 'vitest';
import { webhookEndpoint } from './client-fixture';
import { numbered, PagedPlatform, refresh } from './paged-platform';

const url = 'https://example.com/ours';
const events = ['incident.created'];

describe.each(['coalesced', 'each'] as const)('with the refresh %s, a read for now', mode => {
  const ids = async ({ collection }: PagedPlatform) => (await collection.listNow()).items.map(({ id }) => id);

  it('sees foreign changes, creates and deletes since the last read and the last write', async () => {
    const platform = new PagedPlatform(5, { refresh: mode });
    const { collection, endpoints } = platform;
    await collection.readAhead();
    await refresh(platform, numbered(5));
    await collection.update('wh_1', { url });
    endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1', events }));
    endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
    endpoints.delete('wh_2');
    expect(await collection.findNow('wh_1')).toMatchObject({ events });
    expect(await collection.findNow('wh_new')).toBeDefined();
    expect(await collection.findNow('wh_2')).toBeUndefined();
    expect(await ids(platform)).toEqual(['wh_0', 'wh_1', 'wh_3', 'wh_4', 'wh_new']);
    expect((await collection.listNow()).items[1]).toMatchObject({ events });
    const fresh = [];
    for await (const page of collection.pages()) fresh.push(...page);
    expect(fresh).toHaveLength(5);
  });

  it('shows what we have created and not what we have deleted if the list is late, with one GET each', async () => {
    const platform = new PagedPlatform(5, { refresh: mode });
    const { collection, endpoints, unlisted } = platform;
    await collection.update('wh_1', { url });
    await collection.delete('wh_2');
    unlisted.add('wh_1');
    endpoints.set('wh_2', webhookEndpoint({ id: 'wh_2' }));
    expect(await ids(platform)).toEqual(['wh_0', 'wh_3', 'wh_4', 'wh_1']);
    expect([platform.gets, platform.pages]).toEqual([1, 1]);
    endpoints.delete('wh_1');
    expect(await ids(platform)).toEqual(['wh_0', 'wh_3', 'wh_4']);
  });

  it('shows what we have changed if the list still shows it as before, with one GET', async () => {
    const platform = new PagedPlatform(5, { refresh: mode });
    const { collection, late } = platform;
    await collection.update('wh_1', { url });
    await collection.update('wh_2', { url });
    late.set('wh_1', webhookEndpoint({ id: 'wh_1' }));
    expect((await collection.listNow()).items.filter(each => each.url === url)).toHaveLength(2);
    expect([platform.gets, platform.pages]).toEqual([1, 1]);
  });
});

it('reads for now of objects, at the same time, are one GET each: a list may lag behind', async () => {
  const platform = new PagedPlatform(50);
  for (const id of numbered(10)) platform.late.set(id, webhookEndpoint({ id, url }));
  const found = await Promise.all(numbered(10).map(id => platform.collection.findNow(id)));
  expect(found).toEqual(numbered(10).map(id => webhookEndpoint({ id })));
  expect([platform.gets, platform.pages]).toEqual([10, 0]);
});

it('lists for now share one listing, and nothing with one that starts during them', async () => {
  const platform = new PagedPlatform(250);
  const { collection } = platform;
  const lists = [collection.listNow(), collection.listNow()];
  while (platform.pages === 0) await new Promise(setImmediate);
  platform.endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
  platform.unlisted.add('wh_new');
  const later = collection.listNow();
  platform.unlisted.clear();
  expect((await Promise.all([...lists, later])).map(({ items }) => items.length)).toEqual([251, 251, 251]);
  expect(platform.pages).toBe(6);
});
