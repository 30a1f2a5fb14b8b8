import { describe, expect, it } from 'vitest';
import * as client from '../../../src/client';
import { wire } from '../../../src/client/contract/page';
import { inWords } from '../../../src/client/errors/failed-call';
import { messages } from '../../../src/client/errors/messages';
import { readRefusal } from '../../../src/client/errors/platform-refusal';
import { type CallCircumstances, callFailure } from '../../../src/client/http/call-failure';
import type { HttpResponse } from '../../../src/client/http/exchange';
import { Redactor } from '../../../src/client/redaction/redaction';
import { lineOf } from '../../harness/operations';
import { answered, lost, someFacts } from './outcomes';

const failureOf = (
  operation: client.OperationName,
  outcome: Parameters<typeof callFailure>[0],
  change: Partial<CallCircumstances> = {},
) =>
  callFailure(outcome, {
    operation,
    credentialKind: 'API key',
    attempts: 3,
    mayHaveTakenEffect: false,
    base: client.parseBaseUrl('https://api.example.com/eu'),
    timeoutSeconds: 7,
    pauseMilliseconds: undefined,
    clean: text => text,
    ...change,
  });

const [create, list, get] = ['webhooks.create', 'webhooks.list', 'webhooks.get'] as const;
const [POST, GET] = [lineOf(create), lineOf(list)];

it.each([
  [create, 'cancelled', 'unsent', 'Cancelled', `${POST} was cancelled.`],
  [list, 'cancelled', 'sent', 'Cancelled', `${GET} was cancelled.`],
  [create, 'connection', 'unsent', 'Unreachable', 'No connection to api.example.com:443 (E), needed'],
  [list, 'time-out', 'unsent', 'Unreachable', `${GET}. The request was tried 3 times.`],
  [create, 'time-out', 'sent', 'Ambiguous', 'took effect: no complete response arrived within 7 seconds.'],
  [create, 'not http', 'sent', 'Ambiguous', 'took effect: the response was not HTTP (E).'],
  [create, 'connection', 'sent', 'Ambiguous', 'the connection broke before the response was complete (E).'],
  [list, 'time-out', 'sent', 'TimedOut', `did not answer ${GET} within 7 seconds.`],
  [list, 'not http', 'sent', 'MalformedResponse', 'is malformed: the answer should be HTTP (E).'],
  [list, 'connection', 'sent', 'ConnectionLost', `:443 broke during ${GET} (E). The`],
] as const)('a call without an answer: %s %s %s is %s', (operation, cause, how, kind, words) => {
  const error = failureOf(operation, lost(cause, how));
  expect(error).toMatchObject({ kind, facts: { operation }, message: expect.stringContaining(words) });
  expect(error.mayHaveTakenEffect).toBe(how === 'sent');
  const repeated = failureOf(operation, lost(cause, how), { mayHaveTakenEffect: true });
  expect(repeated.mayHaveTakenEffect, 'by an earlier attempt').toBe(true);
});

it('each kind of error says whether other calls fail, too, and whether the platform may have changed', () => {
  const errors = (Object.keys(messages) as client.ErrorKind[]).map(
    kind => new client.PlatformError(kind, someFacts),
  );
  const kindsOf = (flag: 'affectsEveryCall' | 'mayHaveTakenEffect') =>
    errors.flatMap(error => (error[flag] ? error.kind : [])).join(' ');
  expect(kindsOf('affectsEveryCall')).toBe('Unreachable NoApi LoginRequired LoginRefused Unauthorized');
  expect(kindsOf('mayHaveTakenEffect')).toBe(
    'ConnectionLost TimedOut Ambiguous ServerError MalformedResponse StillShown',
  );
  expect(failureOf(list, answered(429), { pauseMilliseconds: 1 }).affectsEveryCall).toBe(true);
  expect(failureOf(list, answered(404), { mayHaveTakenEffect: true }).mayHaveTakenEffect).toBe(true);
});

describe('the message of an error', () => {
  const taken = { error: { code: 'taken', message: 'it is registered', request_id: 'req_7' } };
  const says = 'The platform says (request req_7): taken: it is registered.';
  const long = { pauseMilliseconds: 301_000 };
  const limited = answered(403, '', { 'retry-after': '400' });

  it.each<[client.OperationName, HttpResponse, client.ErrorKind, string, Partial<CallCircumstances>?]>([
    [list, answered(302), 'Redirected', `${GET} with a redirect (302). The redirect is not followed:`],
    [list, answered(303), 'Redirected', '(303)'],
    [create, answered(303), 'Ambiguous', 'effect: the answer redirects to another address (303).'],
    [create, answered(307), 'Redirected', '(307)'],
    [list, answered(399), 'Redirected', '(399)'],
    [list, answered(400), 'Invalid', '(400)'],
    [list, answered(401, taken), 'Unauthorized', `not accept the API key (401 on ${GET}). ${says}`],
    ['apiKeys.list', answered(403), 'Forbidden', '(403). This call usually needs an unrestricted key.'],
    [list, answered(403, {}), 'Forbidden', `${GET} (403). This call usually needs the scope webhooks`],
    [list, answered(403, '<html>'), 'RefusedInFront', `the platform refused ${GET} (403, without JSON).`],
    [list, limited, 'RateLimited', '(403)'],
    [get, answered(404), 'NotFound', `knows no object "wh_1" of ${lineOf(get)} (404).`, { id: 'wh_1' }],
    [create, answered(404), 'NotFound', `The platform knows nothing at the address of ${POST} (404).`],
    [list, answered(405), 'Unsupported', `offer ${GET} (webhooks.list): it answers 405.`],
    [list, answered(408), 'ServerError', '(408)'],
    [create, answered(409, taken), 'Conflict', `${POST} was refused 3 times (409). ${says}`],
    [get, answered(410), 'NotFound', lineOf(get)],
    [create, answered(422), 'Invalid', `The request ${POST} is not valid (422).`],
    [create, answered(423), 'Conflict', '(423)'],
    [list, answered(429), 'RateLimited', `The platform limits the rate: ${GET} was refused 3 times (429).`],
    [list, answered(499), 'Invalid', '(499)'],
    [list, answered(500), 'ServerError', '(500)'],
    [create, answered(500), 'Ambiguous', 'effect: the platform or a gateway in front of it failed (500).'],
    [create, answered(501), 'Unsupported', 'it answers 501'],
    [list, answered(503), 'ServerError', 'a wait of 6 minutes. The provider', long],
  ])('%s %j is %s: %s', (operation, outcome, kind, words, change) => {
    const { status } = outcome;
    const message = expect.stringContaining(words);
    expect(failureOf(operation, outcome, change)).toMatchObject({
      kind,
      facts: { status, operation },
      message,
    });
  });

  it.each([
    ['https://elsewhere.example/steal?x=1', 'redirect to the host elsewhere.example (302)'],
    ['/relative', 'redirect to the host api.example.com (302)'],
    ['http://[', 'redirect (302)'],
  ])('names of the redirect to %s the host alone', (location, words) => {
    const { message } = failureOf(list, answered(302, undefined, { location }));
    expect(message).toContain(words);
    expect(message).not.toMatch(/steal|x=1|relative/);
  });

  it.each([
    [{ error: { message: 'has alerts:read, not webhooks:manage' } }, {}, 'webhooks:manage'],
    [{ error: { message: 'needs tenants:write' } }, {}, 'tenants:write'],
    [{ error: { fields: { name: 'too long', scope: 'tenants:write' } } }, {}, 'tenants:write'],
    [undefined, { 'www-authenticate': 'Bearer scope="tenants:write"' }, 'tenants:write'],
  ])('403 with %j %j names the scope %s', (body, headers, missingScope) => {
    const error = failureOf(create, answered(403, body, headers), { credentialKind: 'login' });
    const message = expect.stringContaining(`The login may not call ${POST}: the scope ${missingScope} is`);
    expect(error).toMatchObject({ facts: { missingScope, credential: 'login' }, message });
  });

  it.each([
    [1, '1 second'],
    [119_000, '119 seconds'],
    [119_001, '2 minutes'],
    [7_200_000, '2 hours'],
    [172_800_000, '2 days'],
    [365 * 86_400_000, '365 days'],
    [365 * 86_400_000 + 1, 'more than a year'],
  ])('calls a pause of %i ms %s', (milliseconds, words) => {
    expect(inWords(milliseconds)).toBe(words);
  });
});

describe('the body of an error', () => {
  it.each([
    ['null', undefined],
    ['"text"', undefined],
    ['{}', { fields: new Map() }],
    ['{"code": 7, "message": ""}', { fields: new Map() }],
    ['{"fields": {"url": "private", "n": 1}}', { fields: new Map([['<url>', '<private>']]) }],
    ['{"code": "c", "request_id": "r"}', { code: '<c>', requestId: '<r>', fields: new Map() }],
    ['{"message": "m"}', { message: '<m>', fields: new Map() }],
  ])('with the error %s is %j, every text cleaned', (error, refusal) => {
    const clean = (text: string) => (text === '' ? '' : `<${text}>`);
    expect(readRefusal(`{"${wire.error}": ${error}}`, clean)).toEqual(refusal);
    for (const other of [undefined, '<html>', 'null', '{}', `{"__proto__": {"${wire.error}": {}}}`])
      expect(readRefusal(other, clean)).toBeUndefined();
  });

  it.each([
    [{ error: 'taken' }, 'taken'],
    [{ error: 'invalid', error_description: 'taken' }, 'taken'],
    [{ message: 'taken' }, 'taken'],
    [{ title: 'Taken', detail: 'it is taken', status: 422 }, 'Taken: it is taken'],
    [{ errors: ['taken', 'long'] }, 'taken; long'],
    [{ errors: [{ message: 'taken' }, { field: 'url', detail: 'long' }] }, 'taken; url: long'],
    [{ errors: { url: ['taken', 'long'], name: 'short' } }, 'url: taken, long; name: short'],
    [{ error: { detail: 'taken' } }, 'taken'],
    [{ error: { errors: ['taken'] } }, 'taken'],
  ])('%j is no evidence, and its reason is said', (body, reason) => {
    expect(failureOf(create, answered(422, body))).toMatchObject({
      message: `The request ${POST} is not valid (422). The answer says: ${reason}.`,
      facts: { said: reason },
    });
    const forbidden = failureOf(create, answered(403, { message: 'needs tenants:write' }));
    expect(forbidden.facts).toMatchObject({ refusal: undefined, missingScope: undefined });
  });

  it.each([{ message: 7 }, ['text'], 'text', { errors: [] }, { errors: [[['deep']]] }, null])(
    '%j gives no reason',
    body => {
      const { facts } = failureOf(create, answered(422, JSON.stringify(body)));
      expect(facts).toMatchObject({ said: undefined });
    },
  );

  it('of any shape is cleaned and bounded', () => {
    const clean = (text: string) => new Redactor().clean(text);
    const encoded = Buffer.from('a secret that nobody knows').toString('base64');
    const errors = [encoded, ...Array.from({ length: 99 }, () => 'word '.repeat(9))];
    const { message } = failureOf(create, answered(422, { errors }), { clean });
    expect(message).toContain('[masked]');
    expect(message).not.toContain(encoded);
    expect(message.length).toBeLessThan(400);
  });

  it('gives twenty fields at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x']));
    expect(readRefusal(JSON.stringify({ error: { fields } }), text => text)?.fields.size).toBe(20);
  });
});
