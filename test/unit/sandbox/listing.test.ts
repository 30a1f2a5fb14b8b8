import { describe, expect, it } from 'vitest';
import { listOf, platform, registration } from './platform-under-test';

async function platformWith(count: number) {
  const sandbox = await platform();
  const created = Array.from({ length: count }, () => sandbox.controls.webhooks.create(registration).id);
  const page = async (query: string) => listOf(await sandbox.call('GET', `/v1/webhooks${query}`));
  const walk = async (limit: number) => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await page(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(answer.ids);
      cursor = answer.cursor;
    }
    return pages;
  };
  return { ...sandbox, created, page, walk };
}

describe('lists', () => {
  it.each([
    [7, 3, [3, 3, 1]],
    [6, 3, [3, 3]],
    [0, 3, [0]],
    [101, 100, [100, 1]],
  ])(
    '%i objects in pages of %i come as %j, in the order of their creation',
    async (count, limit, lengths) => {
      const { created, walk } = await platformWith(count);
      const pages = await walk(limit);
      expect(pages.map(ids => ids.length)).toEqual(lengths);
      expect(pages.flat()).toEqual(created);
    },
  );

  it('a listing shows every object that stays, although others are added and removed meanwhile', async () => {
    const { created, page, controls } = await platformWith(6);
    const first = await page('?limit=2');
    controls.webhooks.delete(created[1] ?? '');
    controls.webhooks.delete(created[2] ?? '');
    const late = controls.webhooks.create(registration).id;
    const rest = await page(`?cursor=${first.cursor}`);
    expect(rest.ids).toEqual([...created.slice(3), late]);
  });

  it.each(['0', '101', '1.5', 'many', '-1'])('a page of %s objects is refused', async limit => {
    const { call } = await platformWith(0);
    const reply = await call('GET', `/v1/webhooks?limit=${limit}`);
    expect(reply).toMatchObject({ status: 422, body: { error: { fields: { limit: expect.any(String) } } } });
  });

  it.each(['nonsense', Buffer.from('tenants:1').toString('base64url')])(
    'the cursor %s is refused',
    async cursor => {
      const { call } = await platformWith(0);
      const reply = await call('GET', `/v1/webhooks?cursor=${cursor}`);
      expect(reply).toMatchObject({
        status: 422,
        body: { error: { fields: { cursor: expect.any(String) } } },
      });
    },
  );

  it('paragraph 4.2: tenants are listed with id and name', async () => {
    const { call } = await platform({ seed: { tenants: [{ id: 'ten_one', name: 'One' }] } });
    const reply = await call('GET', '/v1/tenants');
    expect(reply.body).toEqual({ data: [{ id: 'ten_one', name: 'One' }], next_cursor: null });
  });
});
