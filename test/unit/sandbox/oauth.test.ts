import { generateRandomCodeVerifier } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { authorizationServer, invalidGrant, redirect_uri, tokenShape } from './oauth-application';
import { registration } from './platform-under-test';

const hour = 3_600_000;

describe('the authorization endpoint', () => {
  it.each([
    ['paragraph 5.4: another flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['paragraph 5.4: PKCE with another method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['paragraph 5.1: an unknown scope', { scope: 'tenants:read everything' }, 'invalid_scope'],
    ['a user who declines', {}, 'access_denied'],
  ])('%s is refused in the redirect', async (_what, changes, error) => {
    const { authorize, controls } = await authorizationServer();
    controls.oauth.setConsent(error !== 'access_denied');
    const { back } = await authorize(changes);
    expect([back?.get('error'), back?.get('state'), back?.get('code')]).toEqual([error, 'opaque', null]);
  });

  it.each([{ redirect_uri: 'http://elsewhere.example/callback' }, { client_id: '' }])(
    'redirects nowhere with %j',
    async changes => {
      const { authorize } = await authorizationServer();
      expect(await authorize(changes)).toMatchObject({ status: 400, back: undefined });
    },
  );
});

describe('the token endpoint', () => {
  it.each([
    [{ code_verifier: generateRandomCodeVerifier() }, 'invalid_grant'],
    [{ client_id: 'another-application' }, 'invalid_grant'],
    [{ redirect_uri: redirect_uri.replace('52', '53') }, 'invalid_grant'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('paragraph 5.4: an exchange with %j is %s', async (changes, error) => {
    const { codeForm, post } = await authorizationServer();
    const { status, body, headers } = await post(await codeForm(changes));
    expect({ status, body }).toMatchObject({ status: 400, body: { error } });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('paragraphs 2.3 and 4.4: takes a form, and answers with the token response, once for each code', async () => {
    const { call, codeForm, post } = await authorizationServer();
    const form = await codeForm();
    const headers = { 'content-type': 'application/json' };
    const refused = { status: 400, body: { error: 'invalid_request' } };
    expect(await call('oauth.token', { headers, body: form })).toMatchObject(refused);
    const reply = await post(form);
    expect(tokenShape.parse(reply.body).scope).toBe('tenants:read webhooks:manage');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await post(form)).toMatchObject(invalidGrant);
  });
});

describe('tokens', () => {
  it('paragraph 5.5: an access token lasts one hour, and a code ten minutes', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { codeForm, controls, post, logIn, use } = await authorizationServer({ clock: () => now });
    const { access_token } = await logIn();
    const [early, late] = [await codeForm(), await codeForm()];
    now += 600_000 - 1;
    expect((await post(early)).status).toBe(200);
    now += 1;
    expect(await post(late)).toMatchObject(invalidGrant);
    now += hour - 600_000 - 1;
    expect(await use(access_token)).toBe(200);
    await controls.clock.advance(1);
    expect(await use(access_token)).toBe(401);
  });

  it('paragraph 5.1: an access token is limited to its scopes, and never unrestricted', async () => {
    const { ask, call, logIn } = await authorizationServer();
    const { access_token: key } = await logIn();
    expect((await call('webhooks.create', { key, body: registration })).status).toBe(201);
    expect((await call('apiKeys.list', { key })).status).toBe(403);
    expect((await ask('GET', '/_sandbox/state', { key })).status).toBe(403);
  });

  it('paragraph 5.6: each refresh returns a new refresh token, and one used twice revokes the whole family', async () => {
    const { controls, logIn, refresh, use } = await authorizationServer();
    const first = await logIn();
    const second = tokenShape.parse((await refresh(first.refresh_token)).body);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect([await use(first.access_token), await use(second.access_token)]).toEqual([200, 200]);
    expect(await refresh(second.refresh_token, 'another-application')).toMatchObject(invalidGrant);
    await controls.clock.advance(hour);
    expect(await use(second.access_token)).toBe(401);
    const third = tokenShape.parse((await refresh(second.refresh_token)).body);
    expect(await refresh(first.refresh_token)).toMatchObject(invalidGrant);
    expect(await refresh(third.refresh_token)).toMatchObject(invalidGrant);
    expect(await use(third.access_token)).toBe(401);
  });
});
