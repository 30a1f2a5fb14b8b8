import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/client';
import { retryAfterMilliseconds } from '../../../src/client/http/retry-after';
import { failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { json, type Reply, raw, reset } from './loopback-platform';
import { emptyList, seconds } from './retry-replies';

/** Node writes its own Date header, by the true clock, unless it is told not to. */
const undated =
  (status: number, headers: Record<string, string>): Reply =>
  response => {
    response.sendDate = false;
    response.writeHead(status, headers).end();
  };

describe('waits', () => {
  it('double, with full jitter', async () => {
    const { client, clock } = await scene([raw(503, '')], { random: () => 0.999 });
    await failureOf(client.webhooks.list());
    expect(clock.waits).toEqual([500, 999, 1998, 3996]);
  });

  it.each([
    ['seconds', '7', 7000],
    ['no wait', '0', 0],
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
});
