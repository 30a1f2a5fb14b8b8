import { describe, expect, it } from 'vitest';
import {
  Ambiguous,
  type Client,
  Conflict,
  ConnectionLost,
  Forbidden,
  Invalid,
  LoginRefused,
  LoginRequired,
  MalformedResponse,
  NotFound,
  RateLimited,
  Redirected,
  ServerError,
  TimedOut,
  Unauthorized,
  Unsupported,
} from '../../../src/client';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { json, type Reply, raw, refusal, reset, resetInBody, silence, trickle } from './loopback-platform';

const retries = 2;
type Call = (client: Client) => Promise<unknown>;
const create: Call = client => client.webhooks.create(newEndpoint);
const list: Call = client => client.webhooks.list();
const update: Call = client => client.webhooks.update('wh_1', { url: 'https://example.com/b' });
const remove: Call = client => client.webhooks.delete('wh_1');
const redirect: Reply = raw(302, '', { location: 'https://elsewhere.example/steal?x=1' });
const garbage: Reply = response => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n');

const everyTime = retries + 1;

describe('an answer and the error it becomes', () => {
  it.each([
    // A POST is sent once, whatever became of it, unless it was certainly not processed.
    ['create', 'a reset', create, reset, Ambiguous, 1],
    ['create', 'silence', create, silence, Ambiguous, 1],
    ['create', 'what is not HTTP', create, garbage, Ambiguous, 1],
    ['create', 'an empty 201', create, raw(201, ''), Ambiguous, 1],
    ['create', 'HTML with 200', create, raw(200, '<html></html>'), Ambiguous, 1],
    ['create', '408', create, raw(408, ''), Ambiguous, 1],
    ['create', '503', create, raw(503, ''), Ambiguous, 1],
    ['create', '503 with Retry-After', create, raw(503, '', { 'retry-after': '1' }), Ambiguous, 1],
    ['create', '504', create, raw(504, ''), Ambiguous, 1],
    ['create', '429', create, raw(429, ''), RateLimited, everyTime],
    ['create', '400', create, refusal(400, 'bad'), Invalid, 1],
    ['create', '401', create, refusal(401, 'no'), Unauthorized, 1],
    ['create', '403', create, refusal(403, 'no'), Forbidden, 1],
    ['create', '404', create, refusal(404, 'no'), NotFound, 1],
    ['create', '405', create, raw(405, ''), Unsupported, 1],
    ['create', '409', create, refusal(409, 'no'), Conflict, 1],
    ['create', '422', create, refusal(422, 'no'), Invalid, 1],
    ['create', '501', create, raw(501, ''), Unsupported, 1],
    ['create', 'a redirect', create, redirect, Redirected, 1],
    // What may be repeated is, within the budget.
    ['list', 'a reset', list, reset, ConnectionLost, everyTime],
    ['list', 'a reset within the answer', list, resetInBody, ConnectionLost, everyTime],
    ['list', 'silence', list, silence, TimedOut, everyTime],
    ['list', 'a trickle', list, trickle, TimedOut, 1],
    ['list', 'what is not HTTP', list, garbage, MalformedResponse, 1],
    ['list', '429', list, raw(429, ''), RateLimited, everyTime],
    ['list', '500', list, raw(500, ''), ServerError, everyTime],
    ['list', '503', list, raw(503, ''), ServerError, everyTime],
    ['list', '401', list, raw(401, ''), Unauthorized, 1],
    ['list', '404', list, raw(404, ''), Unsupported, 1],
    ['list', 'a redirect', list, redirect, Redirected, 1],
    ['list', 'an empty 200', list, raw(200, ''), MalformedResponse, 1],
    ['update', 'a reset', update, reset, ConnectionLost, everyTime],
    ['update', '503', update, raw(503, ''), ServerError, everyTime],
    ['delete', 'a reset', remove, reset, ConnectionLost, everyTime],
    ['delete', '504', remove, raw(504, ''), ServerError, everyTime],
  ] as const)('%s answered with %s', async (_name, _fault, call, reply, errorClass, attempts) => {
    // On a busy machine, a complete answer may take longer than the short time-out.
    const requestTimeoutSeconds = reply === silence || reply === trickle ? 0.15 : 10;
    const { client, platform } = await scene([reply], { maxRetries: retries, requestTimeoutSeconds });
    const error = await failureOf(call(client));
    expect(error).toBeInstanceOf(errorClass);
    expect(platform.received).toHaveLength(attempts);
  });

  it.each([
    ['list', list, { data: [], next_cursor: null }],
    ['update', update, webhookEndpoint()],
    ['delete', remove, { deleted: true }],
  ] as const)('%s succeeds once the platform recovers within the budget', async (_name, call, body) => {
    const { client, platform } = await scene([reset, raw(503, ''), json(200, body)]);
    await call(client);
    expect(platform.received).toHaveLength(3);
  });
});

describe('the message of an error', () => {
  it('names the operation, the status and the words of the platform', async () => {
    const { client } = await scene([refusal(409, 'url_taken', 'this url is registered')]);
    expect(await failureOf(create(client))).toMatchObject({
      operation: 'webhooks.create',
      status: 409,
      affectsEveryCall: false,
      refusal: { code: 'url_taken', message: 'this url is registered', requestId: 'req_7' },
      message:
        'POST /v1/webhooks conflicts with the platform’s data (409). ' +
        'The platform says (request req_7): url_taken: this url is registered.',
    });
  });

  it.each(['It is registered.', 'Is it yours?', 'Wait…'])(
    'ends %j of the platform with no second stop',
    async words => {
      const error = { code: 'taken', message: words, fields: { url: words } };
      const { client } = await scene([json(422, { error })]);
      const { message } = await failureOf(create(client));
      expect(message).toContain(`The platform says: taken: ${words} Fields: url: ${words}`);
      expect(message.endsWith(words)).toBe(true);
    },
  );

  it.each([
    [0, /POST \/v1\/webhooks\. The request was tried once\.$/],
    [retries, /POST \/v1\/webhooks\. The request was tried 3 times\.$/],
  ])('says with %i retries how often an unreachable platform was tried', async (maxRetries, words) => {
    const { client, platform } = await scene([], { maxRetries });
    await platform.close();
    expect((await failureOf(create(client))).message).toMatch(words);
  });

  it('gives the problem of each field', async () => {
    const error = { code: 'invalid', message: 'check it', fields: { url: 'is private', __proto__: 1 } };
    const { client } = await scene([json(422, { error })]);
    const failure = await failureOf(create(client));
    expect(failure).toMatchObject({ fields: new Map([['url', 'is private']]) });
    expect(failure.message).toContain('Fields: url: is private.');
  });

  it.each([
    ['the platform says it in words', refusal(403, 'scope', 'needs webhooks:manage'), 'webhooks:manage'],
    [
      'it lists the scopes of the key too',
      refusal(403, 's', 'has alerts:read, not webhooks:manage'),
      'webhooks:manage',
    ],
    ['it names another one', refusal(403, 'scope', 'needs tenants:write'), 'tenants:write'],
    [
      'it says it in a header',
      raw(403, '', { 'www-authenticate': 'Bearer scope="tenants:write"' }),
      'tenants:write',
    ],
    ['it says nothing', raw(403, ''), 'webhooks:manage'],
  ])('403 names the missing scope when %s', async (_when, reply, missingScope) => {
    const { client } = await scene([reply]);
    expect(await failureOf(create(client))).toMatchObject({ missingScope });
  });

  it('403 on a key says that it takes an unrestricted one', async () => {
    const { client } = await scene([raw(403, '')]);
    const error = await failureOf(client.apiKeys.list());
    expect(error).toMatchObject({ missingScope: undefined });
    expect(error.message).toContain('it takes an unrestricted key');
  });

  it('a redirect names the host and neither path nor query', async () => {
    const { client } = await scene([redirect]);
    const { message } = await failureOf(list(client));
    expect(message).toContain('elsewhere.example');
    expect(message).not.toMatch(/steal|x=1/);
  });
});

describe('checking the connection', () => {
  const page = '/v1/webhooks?limit=100';
  const tenants = '/v1/tenants?limit=1';

  it.each([
    ['a page that reads will share', [json(200, { data: [], next_cursor: null })], [page]],
    ['a key without the scope', [raw(403, '')], [page]],
    ['success elsewhere, where the list is faulty,', [json(200, {})], [page, tenants]],
    ['success elsewhere, where the list is missing,', [raw(404, ''), json(200, {})], [page, tenants]],
  ])('%s shows that the platform is there', async (_what, replies, targets) => {
    const { client, platform } = await scene(replies);
    await client.checkConnection();
    expect(platform.received.map(request => request.target)).toEqual(targets);
  });

  it('tenants are asked for where reads share nothing', async () => {
    const { client, platform } = await scene([json(200, {})], { refresh: 'each' });
    await client.checkConnection();
    expect(platform.received.map(request => request.target)).toEqual([tenants]);
  });

  it('a refused key is an error', async () => {
    const { client } = await scene([raw(401, '')]);
    expect(await failureOf(client.checkConnection())).toBeInstanceOf(Unauthorized);
  });

  it.each([
    ['has ended', new LoginRequired({ authUrl: 'https://auth.example', clientId: 'a' }, 'It has ended')],
    ['is refused', new LoginRefused('oauth.token', 'invalid_client')],
  ])('a login that %s is asked for once: its refresh token is single-use', async (_, ending) => {
    let asked = 0;
    const credential = async () => {
      asked += 1;
      throw ending;
    };
    const { client, platform } = await scene([json(200, {})], { credential });
    expect(await failureOf(client.checkConnection())).toBe(ending);
    expect(asked).toBe(1);
    expect(platform.received).toEqual([]);
  });
});
