import { createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  Cancelled,
  type ClientOptions,
  createClient,
  RateLimited,
  systemClock,
  Unreachable,
} from '../../../src/client';
import { retryAfterMilliseconds } from '../../../src/client/http/retry-after';
import { failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { FakeClock } from './fake-clock';
import { json, portOf, type Reply, raw, reset, silence } from './loopback-platform';

/** Node writes its own Date header, by the true clock, unless it is told not to. */
const undated =
  (status: number, headers: Record<string, string>): Reply =>
  response => {
    response.sendDate = false;
    response.writeHead(status, headers).end();
  };
const emptyList = json(200, { data: [], next_cursor: null });
const seconds = (count: number): Reply => raw(429, '', { 'retry-after': String(count) });

describe('waits', () => {
  it('double, with full jitter', async () => {
    const { client, clock } = await scene([raw(503, '')], { random: () => 0.999 });
    await failureOf(client.webhooks.list());
    expect(clock.waits).toEqual([500, 999, 1998, 3996]);
  });

  it('are zero for a jitter of zero', async () => {
    const { client, clock } = await scene([raw(503, '')], { random: () => 0 });
    await failureOf(client.webhooks.list());
    expect(clock.waits).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['seconds', '7', 7000],
    ['no wait', '0', 0],
    ['75 seconds', '75', 75_000],
    ['the longest that is waited for', '300', 300_000],
    ['a date', new Date(Date.UTC(2026, 0, 1, 0, 0, 12)).toUTCString(), 12_000],
    ['a date gone by', new Date(Date.UTC(2020, 0, 1)).toUTCString(), 0],
    ['garbage', 'soon', 250],
  ])('follow Retry-After given as %s', async (_form, header, wait) => {
    const { client, clock } = await scene([undated(503, { 'retry-after': header }), emptyList]);
    await client.webhooks.list();
    expect(clock.waits).toEqual([wait]);
  });

  it('for a Retry-After that is a date are by the clock of the platform, which its answer shows', async () => {
    const date = new Date(Date.UTC(2031, 0, 1)).toUTCString();
    const later = new Date(Date.UTC(2031, 0, 1, 0, 1, 15)).toUTCString();
    const { client, clock } = await scene([raw(503, '', { date, 'retry-after': later }), emptyList]);
    await client.webhooks.list();
    expect(clock.waits).toEqual([75_000]);
  });

  it.each(['', ' ', '-5', '1.5', '1e3', 'NaN', 'Infinity', '2026-', `\${jndi}`])(
    'ignore the unreadable Retry-After %j',
    value => {
      const header = (name: string) => (name === 'retry-after' ? value : undefined);
      expect(retryAfterMilliseconds({ header }, 0)).toBeUndefined();
    },
  );

  it('are reported as events, with their reason', async () => {
    const { client, events } = await scene([reset, raw(502, ''), emptyList]);
    await client.webhooks.list();
    expect(events.map(event => [event.type, 'reason' in event ? event.reason : event.operation])).toEqual([
      ['attempt', 'webhooks.list'],
      ['wait', expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/)],
      ['attempt', 'webhooks.list'],
      ['wait', 'status 502'],
      ['attempt', 'webhooks.list'],
    ]);
  });

  it('events hold neither the key nor a secret nor a body', async () => {
    const { client, events } = await scene([raw(429, 'body-text'), json(201, webhookEndpoint())]);
    await client.webhooks.create(newEndpoint);
    expect(events.length).toBeGreaterThan(2);
    expect(JSON.stringify(events)).not.toMatch(
      new RegExp(`${testKey}|${newEndpoint.secret}|body-text|example`),
    );
  });
});

describe('a Retry-After longer than the maximum wait of five minutes', () => {
  it.each([
    ['301', '6 minutes'],
    ['3600', '60 minutes'],
    ['86400', '24 hours'],
    ['9'.repeat(400), 'more than a year'],
    [new Date(Date.UTC(2026, 0, 1, 12)).toUTCString(), '12 hours'],
  ])('%s is an immediate error that says so: an early retry would be refused', async (header, words) => {
    for (const status of [429, 503]) {
      const { client, clock, platform } = await scene([
        undated(status, { 'retry-after': header }),
        emptyList,
      ]);
      const error = await failureOf(client.webhooks.list());
      expect(error.message).toContain(
        `The platform asks for a wait of ${words} (Retry-After). The provider waits at most 5 minutes.`,
      );
      expect([clock.waits, platform.received.length]).toEqual([[], 1]);
    }
  });

  it('after a 429 applies to every call of the process: none is made, and the error says so', async () => {
    const { client, clock, platform } = await scene([seconds(3600), emptyList]);
    const refused = await failureOf(client.webhooks.list());
    const other = await failureOf(client.tenants.list());
    expect([refused, other]).toEqual([
      expect.objectContaining({ name: 'RateLimited', affectsEveryCall: true, status: 429 }),
      expect.objectContaining({ name: 'RateLimited', affectsEveryCall: true, status: undefined }),
    ]);
    expect(other.message).toMatch(
      /GET \/v1\/tenants was not called. The platform asks for a wait of 60 minutes/,
    );
    expect([clock.waits, platform.received.length]).toEqual([[], 1]);
    clock.advance(3_590_000);
    await client.tenants.list();
    expect(clock.waits).toEqual([10_000]);
  });

  it('ends calls that wait already', async () => {
    const clock = new FakeClock('by hand');
    const { client, platform } = await scene([seconds(30), seconds(3600)], { clock });
    const first = failureOf(client.webhooks.list());
    await vi.waitFor(() => expect(clock.waits).toEqual([30_000]));
    const others = [client.tenants.list(), client.apiKeys.list()].map(failureOf);
    await vi.waitFor(() => expect(clock.waits).toEqual([30_000, 30_020, 30_040]));
    clock.advance(30_000);
    expect((await first).message).toContain('was refused 2 times');
    clock.advance(100);
    for (const other of others) expect((await other).message).toContain('was not called');
    expect(platform.received).toHaveLength(2);
  });
});

describe('the clock of the machine set back by an hour', () => {
  it.each<[string, Partial<ClientOptions>]>([
    ['a rate that the caller sets', { requestsPerSecond: 10 }],
    ['a rate limit met before', {}],
  ])('holds no call back: %s', async (_pace, options) => {
    const { client, clock } = await scene([seconds(2), emptyList], options);
    await client.webhooks.list();
    const before = clock.waits.length;
    clock.setWallClock(-3_600_000);
    await client.webhooks.list();
    expect(clock.waits.slice(before).every(wait => wait <= 1000)).toBe(true);
  });

  it('lengthens no attempt in the log', async () => {
    const clock = new FakeClock();
    const { client, events } = await scene(
      [
        response => {
          clock.setWallClock(-3_600_000);
          emptyList(response, { method: '', target: '', headers: {}, body: '' });
        },
      ],
      { clock },
    );
    await client.webhooks.list();
    expect(events).toMatchObject([{ type: 'attempt', milliseconds: 0 }]);
  });

  it('is not asked by the pace of a real client', async () => {
    const { client } = await scene([emptyList], { clock: systemClock, requestsPerSecond: 20 });
    await client.tenants.list();
    const now = vi.spyOn(Date, 'now').mockImplementation(() => 0);
    onTestFinished(() => now.mockRestore());
    const began = performance.now();
    await client.tenants.list();
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('a rate limit', () => {
  it('delays every call of the process, not only the refused one', async () => {
    const clock = new FakeClock('by hand');
    const { client, platform } = await scene([seconds(30), emptyList], { clock });
    const first = client.webhooks.list();
    await vi.waitFor(() => expect(clock.waits).toEqual([30_000]));
    const others = [client.tenants.list(), client.apiKeys.list()];
    await vi.waitFor(() => expect(clock.waits).toHaveLength(3));
    expect(platform.received).toHaveLength(1);
    clock.advance(31_000);
    await Promise.all([first, ...others]);
    expect(platform.received).toHaveLength(4);
  });

  it('repeats a POST, since it was refused before any work', async () => {
    const { client, platform } = await scene([seconds(1), json(201, webhookEndpoint())]);
    expect(await client.webhooks.create(newEndpoint)).toEqual(webhookEndpoint());
    expect(platform.received).toHaveLength(2);
  });

  it('that never ends has its own error', async () => {
    const { client } = await scene([seconds(1)], { maxRetries: 2 });
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error.message).toContain('3 times');
  });
});

describe('a platform that cannot be reached', () => {
  const freePort = async (): Promise<number> => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const port = portOf(server.address());
    await new Promise<void>(resolve => server.close(() => resolve()));
    return port;
  };

  it('is tried again, for a POST too, and named with its port and the cause', async () => {
    const port = await freePort();
    const clock = new FakeClock();
    const options = { credential: testKey, clock, random: () => 0.5, maxRetries: 3 };
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, ...options });
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({
      affectsEveryCall: true,
      address: `127.0.0.1:${port}`,
      code: 'ECONNREFUSED',
    });
    expect(clock.waits).toHaveLength(3);
    await client.close();
  });

  it('a request to an untrusted certificate is not repeated', async () => {
    const { client: plain, platform } = await scene([silence]);
    await plain.close();
    // TLS spoken to a plain HTTP server fails in the handshake.
    const clock = new FakeClock();
    const client = createClient({
      baseUrl: platform.url.replace('http:', 'https:'),
      credential: testKey,
      clock,
    });
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toBeInstanceOf(Unreachable);
    expect(clock.waits).toEqual([]);
    await client.close();
  });
});

describe('the signal', () => {
  let ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
  });

  it('ends a wait at once', async () => {
    const abort = new AbortController();
    const { client } = await scene([seconds(60)], { clock: systemClock, signal: abort.signal });
    const call = failureOf(client.webhooks.list());
    setTimeout(() => abort.abort(), 50);
    expect(await call).toBeInstanceOf(Cancelled);
  });

  it('ends a read at once', async () => {
    const abort = new AbortController();
    const { client } = await scene([silence], { signal: abort.signal });
    const call = failureOf(client.webhooks.list());
    setTimeout(() => abort.abort(), 50);
    expect(await call).toBeInstanceOf(Cancelled);
  });

  it('lets a write in flight return its id', async () => {
    const abort = new AbortController();
    const late: Reply = response => {
      abort.abort();
      setTimeout(() => response.writeHead(201).end(JSON.stringify(webhookEndpoint())), 50);
    };
    const { client } = await scene([late], { signal: abort.signal });
    expect(await client.webhooks.create(newEndpoint)).toEqual(webhookEndpoint());
  });

  it('lets no call begin afterwards', async () => {
    const { client, platform } = await scene([emptyList], { signal: AbortSignal.abort() });
    expect(await failureOf(client.webhooks.create(newEndpoint))).toBeInstanceOf(Cancelled);
    expect(platform.received).toEqual([]);
  });

  it('is listened to by many calls without a warning on stderr', async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on('warning', note);
    const { client } = await scene([emptyList], { signal: new AbortController().signal });
    await Promise.all(Array.from({ length: 40 }, () => client.webhooks.list()));
    await new Promise(resolve => setTimeout(resolve, 20));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

describe('closing', () => {
  it('is quick, also with a call in flight, which fails', async () => {
    const { client } = await scene([silence], { maxRetries: 0 });
    const call = failureOf(client.webhooks.list());
    await new Promise(resolve => setTimeout(resolve, 50));
    const before = performance.now();
    await client.close();
    expect(performance.now() - before).toBeLessThan(1000);
    expect(await call).toBeInstanceOf(Error);
  });
});
