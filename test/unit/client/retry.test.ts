import { describe, expect, it } from 'vitest';
import type { HttpResponse, NoResponse } from '../../../src/client/http/exchange';
import { PlatformClock } from '../../../src/client/http/platform-time';
import { backoffMilliseconds, retryReason } from '../../../src/client/http/retry';
import { retryAfterMilliseconds } from '../../../src/client/http/retry-after';
import { answered, lost } from './outcomes';

describe('a call is repeated only if that may help, and if the first attempt did nothing or does no harm twice', () => {
  const passing = { mayHaveTakenEffect: true };
  const unsent = { mayHaveTakenEffect: false };

  it.each<[string, HttpResponse | NoResponse, { readonly mayHaveTakenEffect: boolean } | undefined]>([
    ['GET', answered(501), undefined],
    // 429 refuses a request before any work.
    ['POST', answered(429), unsent],
    ['POST', answered(403, '', { 'retry-after': '2' }), unsent],
    ['GET', answered(403, '', { 'x-ratelimit-remaining': '0' }), unsent],
    ['GET', answered(403, '', { 'x-ratelimit-remaining': '1' }), undefined],
    ['GET', answered(403), undefined],
    // So do these: another operation holds the object. A 409 without Retry-After lasts.
    ['POST', answered(423), unsent],
    ['POST', answered(409, '', { 'retry-after': '2' }), unsent],
    ['POST', answered(409), undefined],
    ['POST', lost('connection'), unsent],
    ['POST', lost('connection', 'sent'), undefined],
    ['GET', lost('connection'), unsent],
    ['DELETE', lost('connection', 'answering'), passing],
    ['GET', lost('time-out', 'sent'), passing],
    // The platform is reachable, and would take as long again.
    ['GET', lost('time-out', 'answering'), undefined],
    ['GET', lost('cancelled'), undefined],
    ['GET', lost('not http', 'sent'), undefined],
  ])('%s that ends with %j: %j', (method, outcome, retry) => {
    const reason = outcome.kind === 'response' ? `status ${outcome.status}` : 'E';
    expect(retryReason(method, outcome)).toEqual(retry && { reason, ...retry });
  });

  it.each([408, 500, 502, 503, 504, 520, 521, 522, 523, 524])('after %i, unless it was a POST', status => {
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(retryReason(method, answered(status))).toEqual({ reason: `status ${status}`, ...passing });
    expect(retryReason('POST', answered(status))).toBeUndefined();
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'CRL_SIGNATURE_FAILURE',
    'ERR_TLS_HANDSHAKE',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
    'ERR_OSSL_EVP_UNSUPPORTED',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  ])('%s lasts, so no attempt follows', code => {
    expect(retryReason('GET', lost('connection', 'unsent', code))).toBeUndefined();
  });
});

it('the wait before a retry is a random part of a ceiling that doubles up to 30 seconds', () => {
  const longest = [1, 2, 3, 6, 7, 8, 100].map(retry => backoffMilliseconds(retry, () => 0.9999));
  expect(longest).toEqual([500, 1000, 2000, 15_998, 29_997, 29_997, 29_997]);
  expect([backoffMilliseconds(3, () => 0.5), backoffMilliseconds(3, () => 0)]).toEqual([1000, 0]);
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  const atSecond = (second: number, year = 2026) =>
    new Date(Date.UTC(year, 0, 1, 0, 0, second)).toUTCString();
  const pauseOf = (headers: Readonly<Record<string, string>>) =>
    retryAfterMilliseconds(answered(503, '', headers), now);

  it.each([
    [' 7 ', 7000],
    ['0', 0],
    [atSecond(12), 12_000],
    [atSecond(12, 2020), 0],
  ])('%j is a pause of %i ms', (value, pause) => {
    expect(pauseOf({ 'retry-after': value })).toBe(pause);
  });

  it.each(['', ' ', '-5', '1.5', '1e3', 'NaN', 'soon', '2026-', `\${jndi}`])('%j says nothing', value => {
    expect(pauseOf({ 'retry-after': value })).toBeUndefined();
    expect(pauseOf({})).toBeUndefined();
  });

  it.each([
    ['90', 90_000],
    [String(now / 1000 + 60), 60_000],
    [String(now + 60_000), 60_000],
    [String(now / 1000 - 60), undefined],
    ['0', undefined],
  ])('of a limit may be its X-RateLimit-Reset: %s', (reset, pause) => {
    const headers = { 'x-ratelimit-reset': reset, 'x-ratelimit-remaining': '0' };
    for (const status of [403, 429])
      expect(retryAfterMilliseconds(answered(status, '', headers), now)).toBe(pause);
    expect(pauseOf(headers), 'each answer has it').toBeUndefined();
  });

  it('that is a date counts by the clock of the platform, which its answer shows', () => {
    expect(pauseOf({ 'retry-after': atSecond(75, 2031), date: atSecond(0, 2031) })).toBe(75_000);
    expect(pauseOf({ 'retry-after': atSecond(75), date: 'no date' })).toBe(75_000);
  });
});

const moment = Date.UTC(2031, 4, 6, 7, 8, 9);
const date = new Date(moment).toUTCString();
const earlier = { now: moment - 59_500, at: 9 };

it.each([
  ['a refusal', answered(499, '', { date }), { now: moment + 500, at: 70 }],
  ['an answer with the age 0', answered(200, '', { date, age: '0' }), { now: moment + 500, at: 70 }],
  ["a gateway's failure", answered(500, '', { date }), earlier],
  ["a cache's answer", answered(200, '', { date, age: '40' }), earlier],
  ['a nonsensical date', answered(200, '', { date: 'Tue, nonsense GMT' }), earlier],
])("the platform's clock is that of the last answer with one, after %s: %j %j", (_what, answer, latest) => {
  const clock = new PlatformClock();
  clock.note(answered(200, '', { date: new Date(moment - 60_000).toUTCString() }), 9);
  clock.note(answer, 70);
  expect(clock.latest).toEqual(latest);
});
