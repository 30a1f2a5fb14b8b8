import { describe, expect, it } from 'vitest';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
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
  it('is not known before an answer', async () => {
    const { client } = await scene([dated()]);
    expect(client.platformTime()).toBeUndefined();
  });

  it('equals the Date header at the moment of the response', async () => {
    const { client, clock } = await scene([dated()]);
    await client.tenants.list();
    expect(client.platformTime()).toEqual({ now: moment + 500, at: clock.monotonic() });
  });

  it('converts a local time, even if the local clock is wrong', async () => {
    const clock = new FakeClock('by hand');
    const { client } = await scene([dated()], { clock });
    await client.tenants.list();
    clock.advance(90_000);
    const told = client.platformTime();
    if (told === undefined) throw new Error('the platform has told its time');
    expect(told.now + (clock.monotonic() - told.at)).toBe(moment + 90_500);
  });

  it.each([
    ['a creation', json(201, webhookEndpoint(), { date })],
    ['a refusal', raw(409, '', { date })],
    ['a rate limit', raw(429, '', { date })],
  ])('is told by %s', async (_what, reply) => {
    const { client } = await scene([reply], { maxRetries: 0 });
    await client.webhooks.create(newEndpoint).catch(() => {});
    expect(client.platformTime()?.now).toBe(moment + 500);
  });

  it.each([
    ['a lost answer', reset],
    ["a gateway's failure", raw(502, '', { date })],
    ["a cache's answer", dated({ age: '40' })],
    ['no Date header', undated],
    ['a number', dated({ date: '1700000000' })],
    ['another form of date', dated({ date: '2031-05-06' })],
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

it('objects are read with the time of their creation, one by one and page by page', async () => {
  const created_at = '2031-05-06T07:08:09Z';
  const endpoint = webhookEndpoint({ created_at });
  const { client } = await scene([json(200, endpoint), json(200, { data: [endpoint], next_cursor: null })]);
  expect(await client.webhooks.find('wh_1')).toMatchObject({ created_at });
  for await (const page of client.webhooks.pages()) expect(page).toMatchObject([{ created_at }]);
});

describe('a creation whose answer is lost', () => {
  const garbled = { ...webhookEndpoint(), events: 'none' };

  it.each([
    ['is garbled, but names the id', json(201, garbled), { id: 'wh_1', mayStillHappen: false, status: 201 }],
    ['broke off', reset, { id: undefined, mayStillHappen: false, status: undefined }],
    ['a gateway gave up on', raw(504, ''), { id: undefined, mayStillHappen: true, status: 504 }],
    ['a server failed at', raw(500, ''), { id: undefined, mayStillHappen: false, status: 500 }],
  ])('says what is known of it: it %s', async (_how, reply, facts) => {
    const { client } = await scene([reply]);
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toMatchObject({ name: 'Ambiguous', ...facts });
  });
});
