import { describe, expect, it } from 'vitest';
import { type ClientOptions, systemClock } from '../../../src/client';
import { scene, webhookEndpoint } from './client-fixture';
import { PagedPlatform } from './paged-platform';

async function stage(size: number, options: Partial<ClientOptions> = {}) {
  const paged = new PagedPlatform(size);
  const { client } = await scene([paged.reply], { clock: systemClock, ...options });
  return { paged, webhooks: client.webhooks };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `wh_${index}`);
const events = ['incident.created'];

describe.each(['coalesced', 'each'] as const)('with refresh = "%s", a read for now', refresh => {
  it('sees foreign changes, creates and deletes since the last read', async () => {
    const { paged, webhooks } = await stage(5, { refresh });
    await webhooks.readAhead();
    await Promise.all(ids(5).map(id => webhooks.find(id)));
    await webhooks.list();
    paged.endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1', events }));
    paged.endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
    paged.endpoints.delete('wh_2');
    expect(await webhooks.findNow('wh_1')).toMatchObject({ events });
    expect(await webhooks.findNow('wh_new')).toBeDefined();
    expect(await webhooks.findNow('wh_2')).toBeUndefined();
    const listed = await webhooks.list();
    expect(listed.map(({ id }) => id)).toEqual(['wh_0', 'wh_1', 'wh_3', 'wh_4', 'wh_new']);
    expect(listed[1]).toMatchObject({ events });
  });

  it('sees a foreign change after our own write', async () => {
    const { paged, webhooks } = await stage(5, { refresh });
    await webhooks.update('wh_1', { url: 'https://example.com/ours' });
    paged.endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1', events }));
    expect(await webhooks.findNow('wh_1')).toMatchObject({ events });
    expect((await webhooks.list())[1]).toMatchObject({ events });
  });

  it('includes objects that we have created if the list is late, with one GET', async () => {
    const { paged, webhooks } = await stage(5, { refresh });
    await webhooks.update('wh_1', { url: 'https://example.com/ours' });
    paged.unlisted.add('wh_1');
    expect((await webhooks.list()).map(({ id }) => id)).toContain('wh_1');
    expect([paged.gets, paged.pages]).toEqual([1, 1]);
    paged.endpoints.delete('wh_1');
    expect((await webhooks.list()).map(({ id }) => id)).not.toContain('wh_1');
  });

  it('omits objects that we have deleted if the list is late', async () => {
    const { paged, webhooks } = await stage(5, { refresh });
    await webhooks.delete('wh_1');
    paged.endpoints.set('wh_1', webhookEndpoint({ id: 'wh_1' }));
    expect((await webhooks.list()).map(({ id }) => id)).not.toContain('wh_1');
  });
});

describe('reads for now that begin at the same time', () => {
  it('share one listing', async () => {
    const { paged, webhooks } = await stage(250);
    const lists = await Promise.all([webhooks.list(), webhooks.list(), webhooks.list()]);
    expect(lists.map(list => list.length)).toEqual([250, 250, 250]);
    expect(paged.pages).toBe(3);
  });

  it('share nothing with one that starts during them', async () => {
    const { paged, webhooks } = await stage(50);
    const first = webhooks.list();
    while (paged.pages === 0) await new Promise(setImmediate);
    paged.endpoints.set('wh_new', webhookEndpoint({ id: 'wh_new' }));
    expect(await webhooks.list()).toHaveLength(51);
    expect(await first).toHaveLength(50);
    expect(paged.pages).toBe(2);
  });

  it('do not discard the reads of a walk: none of these is repeated', async () => {
    const { paged, webhooks } = await stage(90);
    await webhooks.readAhead();
    await webhooks.list();
    const before = paged.requests;
    await Promise.all(ids(90).map(id => webhooks.find(id)));
    expect(paged.requests).toBe(before);
  });
});
