import { describe, expect, it } from 'vitest';
import { scene } from './client-fixture';
import { FakeClock } from './fake-clock';
import { json, type Reply, raw, reset } from './loopback-platform';

const moment = Date.UTC(2031, 4, 6, 7, 8, 9);
const date = new Date(moment).toUTCString();
const dated = (headers: Record<string, string> = {}) =>
  json(200, { data: [], next_cursor: null }, { date, ...headers });

/** A server whose answers have no Date header but the one that is given. */
const undated: Reply = response => {
  response.sendDate = false;
  dated({ date: '' })(response, { method: 'GET', target: '', headers: {}, body: '' });
};

describe("the platform's clock", () => {
  it('is not known before an answer, and then equals its Date header', async () => {
    const { client, clock } = await scene([dated()]);
    expect(client.platformTime()).toBeUndefined();
    await client.tenants.list();
    expect(client.platformTime()).toEqual({ now: moment + 500, at: clock.monotonic() });
  });

  it.each([
    ['a lost answer', reset],
    ["a gateway's failure", raw(502, '', { date })],
    ["a cache's answer", dated({ age: '40' })],
    ['no Date header', undated],
    ['a nonsensical date', dated({ date: 'Tue, nonsense GMT' })],
  ])('is not told by %s', async (_what, reply) => {
    const { client } = await scene([reply], { maxRetries: 0 });
    await client.tenants.list().catch(() => {});
    expect(client.platformTime()).toBeUndefined();
  });

  it('is taken from the last response, but not from a slow one after a better one', async () => {
    const clock = new FakeClock('by hand');
    const later = new Date(moment + 60_000).toUTCString();
    const { client, platform } = await scene([dated(), dated({ date: later })], { clock });
    await client.tenants.list();
    await client.tenants.list();
    expect(client.platformTime()?.now).toBe(moment + 60_500);
    platform.reply((response, request) => {
      clock.advance(5000);
      dated()(response, request);
    });
    await client.tenants.list();
    expect(client.platformTime()?.now).toBe(moment + 60_500);
  });
});
