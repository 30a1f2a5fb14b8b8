import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/client';
import { failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { FakeClock } from './fake-clock';
import { json, page, pause, type Reply, raw, reset, resetInBody, silence } from './loopback-platform';

/** Node.js writes a Date header by the true clock, unless it is told not to. */
const undated =
  (status: number, headers: Record<string, string>): Reply =>
  response => {
    response.sendDate = false;
    response.writeHead(status, headers).end();
  };

type Call = (client: Client) => Promise<unknown>;
const create: Call = async client => client.webhooks.create(newEndpoint).send();
const list: Call = client => client.webhooks.listNow();
const update: Call = client => client.webhooks.update('wh_1', { url: 'https://example.com/b' });
const remove: Call = client => client.webhooks.delete('wh_1');

describe('the attempts of a call', () => {
  it('end with the error of the last one, whose answer broke off', async () => {
    const { client, platform } = await scene([resetInBody], { maxRetries: 2 });
    expect((await failureOf(list(client))).name).toBe('ConnectionLost');
    expect(platform.received).toHaveLength(3);
  });

  it('are reported, and the platform may recover meanwhile', async () => {
    const { client, events, clock } = await scene([reset, raw(502), page()]);
    await client.webhooks.listNow();
    const operation = 'webhooks.list';
    const wasReset = expect.stringMatching(/ECONNRESET|SOCKET/);
    expect(events).toEqual([
      { type: 'attempt', operation, attempt: 1, outcome: wasReset, milliseconds: 0 },
      { type: 'wait', operation, reason: wasReset, milliseconds: 250 },
      { type: 'attempt', operation, attempt: 2, outcome: 502, milliseconds: 0 },
      { type: 'wait', operation, reason: 'status 502', milliseconds: 500 },
      { type: 'attempt', operation, attempt: 3, outcome: 200, milliseconds: 0 },
    ]);
    expect(clock.waits).toEqual([250, 500]);
  });

  it('show the log neither the key nor a secret nor a body', async () => {
    const { client, events } = await scene([raw(429, 'body-text'), json(201, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint).send();
    expect(events.map(({ type }) => type)).toEqual(['attempt', 'wait', 'attempt']);
    expect(JSON.stringify(events)).not.toMatch(
      new RegExp(`${testKey}|${newEndpoint.secret}|body-text|example`),
    );
  });
});

describe('a rate limit without Retry-After', () => {
  const limited = (count: number): Reply[] => Array(count).fill(raw(429));

  it.each<[string, number, Reply[], string, number]>([
    ['is no failure, so it spends no retry', 1, [...limited(9), raw(502), page()], 'done', 11],
    ['does not renew the retries', 1, [raw(502), ...limited(9), raw(502)], 'ServerError', 11],
    ['ends a call at once where nothing is repeated', 0, limited(1), 'RateLimited', 1],
  ])('%s', async (_what, maxRetries, replies, outcome, attempts) => {
    const { client, platform } = await scene(replies, { maxRetries });
    const name = await client.webhooks.listNow().then(
      () => 'done',
      (error: Error) => error.name,
    );
    expect([name, platform.received.length]).toEqual([outcome, attempts]);
  });

  it.each([0.1, 0.5, 0.99])('is waited for within five minutes a call, by chance %d', async chance => {
    const { client, clock } = await scene([raw(429)], { random: () => chance });
    const begin = clock.monotonic();
    expect((await failureOf(create(client))).name).toBe('RateLimited');
    const waited = clock.monotonic() - begin;
    expect(waited).toBeLessThanOrEqual(300_000);
    expect(waited).toBeGreaterThan(270_000);
    expect(clock.waits[0], 'a herd comes apart').toBe(Math.round(chance * 500));
  });
});

describe('a pause that the platform asks for', () => {
  it.each([409, 423, 429, 503])('of five minutes is awaited, a longer one fails: %i', async status => {
    const asking = (seconds: string) => scene([undated(status, { 'retry-after': seconds }), page()]);
    const awaited = await asking('300');
    await awaited.client.webhooks.listNow();
    expect(awaited.clock.waits).toEqual([300_000]);
    // An early retry would be refused.
    const { client, clock, platform } = await asking('301');
    const { message } = await failureOf(client.webhooks.listNow());
    expect(message).toContain('The platform asks for a wait of 6 minutes.');
    expect([clock.waits, platform.received.length]).toEqual([[], 1]);
    const short = await scene([undated(status, { 'retry-after': '1' })], { maxRetries: 0 });
    expect((await failureOf(short.client.webhooks.listNow())).message).not.toContain('asks for a wait');
  });

  it('after a 429 applies to every call of the process: none is made, and the error says so', async () => {
    const { client, clock, platform } = await scene([pause(301), page()]);
    const limited = { kind: 'RateLimited', affectsEveryCall: true };
    const refused = await failureOf(client.webhooks.listNow());
    const other = await failureOf(client.tenants.list());
    expect(refused).toMatchObject({ ...limited, facts: { status: 429 } });
    expect(other).toMatchObject(limited);
    expect(other.message).toMatch(
      /GET \/v1\/tenants was not called. The platform asks for a wait of 6 minutes/,
    );
    expect([clock.waits, platform.received.length]).toEqual([[], 1]);
    clock.advance(291_000);
    await client.tenants.list();
    expect(clock.waits).toEqual([10_000]);
  });

  it('after a 429 slows later calls, until their answers have undone it', async () => {
    const { client, clock } = await scene([raw(429), ...Array(15).fill(page()), raw(429), page(), page()]);
    for (let call = 0; call < 17; call += 1) await client.webhooks.listNow();
    expect(clock.waits.slice(0, 3)).toEqual([250, 20, 19]);
    expect(clock.waits.slice(-2)).toEqual([250, 20]);
  });

  it('holds no call back if the clock of the machine is set back by an hour', async () => {
    const { client, clock } = await scene([pause(2), page()]);
    await client.webhooks.listNow();
    const before = clock.waits.length;
    clock.setWallClock(-3_600_000);
    await client.webhooks.listNow();
    expect(clock.waits.slice(before).every(wait => wait <= 1000)).toBe(true);
  });
});

describe('the signal', () => {
  it('ends a wait at once', async () => {
    const abort = new AbortController();
    const clock = new FakeClock('by hand');
    const replies = [undated(503, { 'retry-after': '60' }), pause(60)];
    const { client } = await scene(replies, { clock, signal: abort.signal });
    const change = failureOf(update(client));
    await vi.waitFor(() => expect(clock.waits).toEqual([60_000]));
    const reading = failureOf(list(client));
    await vi.waitFor(() => expect(clock.waits).toHaveLength(2));
    abort.abort();
    expect(await change).toMatchObject({ kind: 'Cancelled', mayHaveTakenEffect: true });
    expect(await reading).toMatchObject({ kind: 'Cancelled', mayHaveTakenEffect: false });
  });

  it('bears many calls at once without a warning of Node.js', async () => {
    const { signal } = new AbortController();
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    await scene([page()], { signal });
    for (let call = 0; call < 20; call += 1) signal.addEventListener('abort', () => call);
    expect(warned).not.toHaveBeenCalled();
  });

  it('lets no call begin afterwards', async () => {
    const { client, platform } = await scene([page()], { signal: AbortSignal.abort() });
    expect(await failureOf(client.webhooks.create(newEndpoint).send())).toHaveProperty('kind', 'Cancelled');
    expect(platform.received).toEqual([]);
  });
});

describe('no call is made', () => {
  it('to an operation that is declared unavailable', async () => {
    const { client, platform } = await scene([json(200, {})], {
      unavailableOperations: ['webhooks.create', 'webhooks.update', 'webhooks.delete', 'apiKeys.list'],
    });
    for (const call of [create(client), update(client), remove(client), client.apiKeys.listNow()])
      expect(await failureOf(call)).toMatchObject({ kind: 'Unsupported', facts: { declared: true } });
    expect(platform.received).toEqual([]);
  });

  it('by a closed client; each call in flight fails', async () => {
    const { client, platform } = await scene([silence], { maxRetries: 0 });
    const calls = [client.webhooks.listNow(), client.tenants.list()].map(failureOf);
    await vi.waitFor(() => expect(platform.received).toHaveLength(2));
    await client.close();
    for (const call of calls) expect(await call).toHaveProperty('kind', 'Cancelled');
    expect((await failureOf(client.webhooks.listNow())).message).toBe('the client is closed');
  });
});

it('a refused credential is replaced once in a call by a newer one', async () => {
  const asked: (string | undefined)[] = [];
  const credential = async (refused?: string) => {
    asked.push(refused);
    return asked.length === 1 ? 'old' : 'svc_at_newer';
  };
  const { client, platform } = await scene([raw(401)], { credential, maxRetries: 0 });
  expect((await failureOf(client.webhooks.listNow())).name).toBe('Unauthorized');
  const sent = platform.received.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(['Bearer old', 'Bearer svc_at_newer']);
  expect(asked).toEqual([undefined, 'old', undefined]);
  platform.reply(raw(401), json(422, { error: { message: 'was svc_at_newer' } }));
  asked.length = 0;
  expect((await failureOf(client.webhooks.listNow())).message).toContain('was [redacted]');
});
