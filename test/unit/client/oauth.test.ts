import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { clientId, consent, failureOf, loginScene, redirectUri, scope } from './login-fixture';
import { json, type Reply, raw, reset, silence, startLoopbackPlatform } from './loopback-platform';

describe('the authorization code flow', () => {
  it('completes, and the tokens are valid at the platform', async () => {
    const { logIn, client } = await loginScene();
    const login = await logIn();
    expect(login).toMatchObject({ clientId, scope });
    expect(login.expiresAt - Date.now()).toBeGreaterThan(3_500_000);
    expect((await client().tenants.list()).length).toBeGreaterThan(0);
  });

  it('paragraph 4.3: asks with PKCE S256 and an unguessable state, anew each time', async () => {
    const { server } = await loginScene();
    const [one, two] = [await server.begin(redirectUri, scope), await server.begin(redirectUri, scope)];
    const query = new URL(one.url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')?.length).toBeGreaterThan(30);
    expect(one.url).not.toContain(one.verifier);
    expect(new Set([one.state, two.state, one.verifier, two.verifier]).size).toBe(4);
  });

  it('refuses a callback of another login', async () => {
    const { server, tokenRequests } = await loginScene();
    const [mine, other] = [await server.begin(redirectUri, scope), await server.begin(redirectUri, scope)];
    const { error, printed } = await failureOf(server.finish(mine, await consent(other)));
    expect(error.message).toMatch(/this login/);
    expect(printed).not.toContain(other.state);
    expect(tokenRequests()).toBe(0);
  });

  it.each(['without a code', 'with an empty code', 'with two codes', 'with another state'])(
    'a callback %s is the fault of the authorization page, and asks nothing of the token endpoint',
    async how => {
      const { server, tokenRequests } = await loginScene();
      const pending = await server.begin(redirectUri, scope);
      const callback = await consent(pending);
      const code = callback.searchParams.get('code') ?? '';
      callback.searchParams.delete('code');
      if (how === 'with an empty code') callback.searchParams.set('code', '');
      if (how === 'with two codes') for (const one of ['a', 'b']) callback.searchParams.append('code', one);
      if (how === 'with another state') callback.searchParams.set('state', 'guessed');
      const { error, printed } = await failureOf(server.finish(pending, callback));
      expect(error).toMatchObject({ name: 'MalformedResponse', operation: 'oauth.authorize' });
      expect(printed).not.toContain(code);
      expect(tokenRequests()).toBe(0);
    },
  );

  it('says that the person declined', async () => {
    const { server, sandbox } = await loginScene();
    sandbox.controls.oauth.setConsent(false);
    const pending = await server.begin(redirectUri, scope);
    const { error } = await failureOf(server.finish(pending, await consent(pending)));
    expect(error).toMatchObject({ name: 'LoginRefused', code: 'access_denied' });
  });

  it.each([
    ['http://auth.example.com', clientId, /authUrl must use https/],
    ['https://auth.example.com?x', clientId, /authUrl must not contain a query/],
    ['https://auth.example.com', 'two words', /clientId is not/],
    ['https://auth.example.com', '$(reboot)', /clientId is not/],
  ])('%s with the client %s is refused before anything is sent', (authUrl, id, reason) => {
    expect(() => createAuthorizationServer({ authUrl, clientId: id }, systemClock)).toThrow(reason);
  });
});

describe('a token endpoint that misbehaves', () => {
  const refreshToken = 'svc_rt_FAKE0000FAKE0000';
  const verdicts: readonly [string, Reply, string, RegExp][] = [
    ['fails', json(503, { error: refreshToken }), 'ServerError', /503/],
    ['limits the rate', json(429, {}), 'RateLimited', /429/],
    ['redirects', raw(307, '', { location: 'https://elsewhere.example/' }), 'Redirected', /redirect/],
    ['answers with HTML', raw(200, '<p>hello</p>'), 'MalformedResponse', /token response/],
    ['answers 204', raw(204, ''), 'MalformedResponse', /200/],
    ['is endless', raw(200, 'x'.repeat(9 * 2 ** 20)), 'MalformedResponse', /8 MiB/],
    ['resets', reset, 'ConnectionLost', /broke/],
    ['is silent', silence, 'TimedOut', /within 1 seconds/],
    ['knows no such client', json(400, { error: 'invalid_client' }), 'LoginRefused', /invalid_client/],
    [
      'quotes',
      json(400, { error: refreshToken, error_description: refreshToken }),
      'LoginRefused',
      /unknown/,
    ],
    [
      'knows no such token',
      json(400, { error: 'invalid_grant' }),
      'LoginRequired',
      /npx .* login --auth-url/,
    ],
  ];

  it.each(verdicts)('that %s is a clear error without the token', async (_what, reply, name, saying) => {
    const platform = await startLoopbackPlatform(reply);
    onTestFinished(() => platform.close());
    const requestTimeoutSeconds = name === 'TimedOut' ? 1 : 20;
    const identity = { authUrl: platform.url, clientId, requestTimeoutSeconds };
    const server = createAuthorizationServer(identity, systemClock);
    onTestFinished(() => server.close());
    const { error, printed } = await failureOf(server.refresh(refreshToken, scope));
    expect(error.name).toBe(name);
    expect(error.message).toMatch(saying);
    expect(printed).not.toContain('FAKE0000');
    // A second use of a refresh token would end the login.
    expect(platform.received).toHaveLength(1);
  });
});
