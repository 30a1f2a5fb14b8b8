import { describe, expect, it } from 'vitest';
import { pathOf } from '../../harness/operations';
import { failureOf, printed } from './client-fixture';
import { FakeClock } from './fake-clock';
import { authorizationServer, clientId, consent, loginScene, redirectUri, scope } from './login-fixture';
import { json, type Reply, raw, reset, silence, startLoopbackPlatform } from './loopback-platform';

describe('the authorization code flow', () => {
  it('completes, and the tokens are valid at the platform for an hour', async () => {
    const { logIn, client, tokenRequests } = await loginScene();
    const login = await logIn();
    expect(login).toMatchObject({ clientId, scope });
    expect(login.expiresAt - Date.now()).toBeGreaterThan(3_500_000);
    await Promise.all([client.tenants.list(), client.tenants.list()]);
    expect(tokenRequests()).toBe(1);
  });

  it('paragraph 4.3: asks with PKCE S256 and an unguessable state, anew each time', async () => {
    const server = authorizationServer('https://auth.example.com/eu');
    const [one, two] = [await server.begin(redirectUri, scope), await server.begin(redirectUri, scope)];
    const { origin, pathname, searchParams } = new URL(one.url);
    expect(origin + pathname).toBe(`https://auth.example.com/eu${pathOf('oauth.authorize')}`);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: one.state,
    });
    expect(one.state.length).toBeGreaterThan(30);
    expect(one.url).not.toContain(one.verifier);
    expect(new Set([one.state, two.state, one.verifier, two.verifier]).size).toBe(4);
  });

  it.each<[string, (query: URLSearchParams) => void]>([
    ['without a code', query => query.delete('code')],
    ['with an empty code', query => query.set('code', '')],
    ['with two codes', query => query.append('code', 'b')],
    ['of another login', query => query.set('state', 'guessed')],
  ])('a callback %s is a fault, and asks nothing of the token endpoint', async (_, spoil) => {
    const platform = await startLoopbackPlatform(json(200, {}));
    const server = authorizationServer(platform.url);
    const pending = await server.begin(redirectUri, scope);
    const callback = new URL(`${redirectUri}?code=planted-code&state=${pending.state}`);
    spoil(callback.searchParams);
    const error = await failureOf(server.finish(pending, callback));
    const facts = { operation: 'oauth.authorize', path: 'the callback' };
    expect(error).toMatchObject({ kind: 'MalformedResponse', facts });
    expect(printed(error)).not.toMatch(/planted|guessed/);
    expect(platform.received).toEqual([]);
  });

  it('completes whatever issuer the callback names: the platform’s document names none', async () => {
    const { server } = await loginScene();
    const pending = await server.begin(redirectUri, scope);
    const callback = await consent(pending);
    callback.searchParams.set('iss', 'https://elsewhere.example/eu');
    expect(await server.finish(pending, callback)).toMatchObject({ scope });
    expect(callback.searchParams.has('iss')).toBe(true);
  });

  it('says that the person declined', async () => {
    const { server, sandbox } = await loginScene();
    sandbox.controls.oauth.setConsent(false);
    const pending = await server.begin(redirectUri, scope);
    const callback = await consent(pending);
    const error = await failureOf(server.finish(pending, callback));
    const facts = { operation: 'oauth.authorize', code: 'access_denied' };
    expect(error).toMatchObject({ kind: 'LoginRefused', facts });
  });
});

describe('the answer of the token endpoint', () => {
  const good = { access_token: 'svc_at_FAKE0000', token_type: 'Bearer', refresh_token: 'svc_rt_FAKE0001' };
  const refreshToken = 'svc_rt_FAKE0000FAKE0000';
  const refreshed = async (reply: Reply, timeoutSeconds?: number) => {
    const platform = await startLoopbackPlatform(reply);
    const server = authorizationServer(`${platform.url}/eu/`, timeoutSeconds, new FakeClock());
    return { platform, answer: server.refresh(refreshToken, scope) };
  };

  const year = 365 * 24 * 3600;
  it.each([
    [{ scope: 'a' }, { scope: 'a' }],
    [{ expires_in: '60' }, { expiresAt: 60 }],
    [{ expires_in: year + 1 }, { expiresAt: year }],
    [{ refresh_token: undefined }, { refreshToken }],
    [{ refresh_token: null }, { refreshToken }],
    [{ refresh_token: '' }, { refreshToken }],
    [{ id_token: 'of.nobody.asked', scope: '{"id_token":"' }, { scope: '{"id_token":"' }],
    [{}, { expiresAt: 3600, scope, accessToken: 'svc_at_FAKE0000', refreshToken: 'svc_rt_FAKE0001' }],
  ])('with %j gives %j', async (fields, expected) => {
    const { answer, platform } = await refreshed(json(201, { ...good, ...fields }));
    const tokens = await answer;
    const expiresAt = (tokens.expiresAt - Date.UTC(2026, 0, 1)) / 1000;
    expect({ ...tokens, expiresAt }).toMatchObject(expected);
    const [{ method, target, body } = { method: '', target: '', body: '' }] = platform.received;
    expect([method, target]).toEqual(['POST', `/eu${pathOf('oauth.token')}`]);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual(form);
  });

  const malformed = ['MalformedResponse', /token response/] as const;
  it.each<[string, Reply, string, RegExp]>([
    ['a failure', json(503, { error: refreshToken }), 'ServerError', /503/],
    ['a rate limit', json(429, {}), 'RateLimited', /429/],
    ['a redirect', raw(307, '', { location: 'https://elsewhere.example/' }), 'Redirected', /redirect/],
    ['HTML', raw(200, '<p>hello</p>'), ...malformed],
    ['202', json(202, good), 'MalformedResponse', /200/],
    ['an endless body', raw(200, 'x'.repeat(9 * 2 ** 20)), 'MalformedResponse', /8 MiB/],
    ['a reset', reset, 'ConnectionLost', /broke/],
    ['silence', silence, 'TimedOut', /within 0.5 seconds/],
    ['no such client', json(400, { error: 'invalid_client' }), 'LoginRefused', /: invalid_client\)/],
    ['a quotation', json(400, { error: refreshToken }), 'LoginRefused', /unknown error/],
    ['no such token', json(400, { error: 'invalid_grant' }), 'LoginRequired', /npx .* login --auth-url/],
    ['no access token', json(200, { ...good, access_token: undefined }), ...malformed],
    ['a forged header', json(200, { ...good, access_token: 'a\r\nb' }), ...malformed],
    ['a token of two words', json(200, { ...good, refresh_token: 'a b' }), ...malformed],
    ['a negative life', json(200, { ...good, expires_in: -5 }), ...malformed],
    ['another type', json(200, { ...good, token_type: 'mac' }), ...malformed],
  ])('that is %s is a clear error without a token, after one request', async (what, reply, name, saying) => {
    const { answer, platform } = await refreshed(reply, what === 'silence' ? 0.5 : undefined);
    const error = await failureOf(answer);
    expect(error).toMatchObject({ name, message: expect.stringMatching(saying) });
    expect(printed(error)).not.toContain('FAKE0000');
    // A second use of a refresh token would end the login.
    expect(platform.received).toHaveLength(1);
  });

  it('that does not come, since nobody listens, is an error of its own', async () => {
    const error = await failureOf(authorizationServer('http://127.0.0.1:1').refresh(refreshToken, scope));
    expect(error).toMatchObject({ kind: 'Unreachable', facts: { code: 'ECONNREFUSED' } });
  });
});
