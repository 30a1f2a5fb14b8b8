import { describe, expect, it } from 'vitest';
import { authorizationServer, invalidGrant, proofKey, tokenShape } from './oauth-application';

describe('the authorization endpoint', () => {
  it('paragraph 4.3: redirects back with a code and the state', async () => {
    const { authorize } = await authorizationServer();
    const { status, back } = await authorize();
    expect(status).toBe(302);
    expect(back?.get('state')).toBe('opaque');
    expect(back?.get('code')).toMatch(/^\S{20,}$/);
  });

  it.each([
    [
      'paragraph 5.4: a flow other than the code flow',
      { response_type: 'token' },
      'unsupported_response_type',
    ],
    ['paragraph 5.4: PKCE with another method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['paragraph 5.4: no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['paragraph 5.1: an unknown scope', { scope: 'tenants:read everything' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
  ])('%s is refused in the redirect', async (_what, changes, error) => {
    const { authorize } = await authorizationServer();
    const { back } = await authorize(changes);
    expect([back?.get('error'), back?.get('state'), back?.get('code')]).toEqual([error, 'opaque', null]);
  });

  it.each([{ redirect_uri: 'https://elsewhere.example/callback' }, { redirect_uri: '' }, { client_id: '' }])(
    'redirects nowhere with %j',
    async changes => {
      const { authorize } = await authorizationServer();
      expect(await authorize(changes)).toMatchObject({ status: 400, back: undefined });
    },
  );

  it('tells the application that the user declined', async () => {
    const { authorize, controls } = await authorizationServer();
    controls.oauth.setConsent(false);
    expect((await authorize()).back?.get('error')).toBe('access_denied');
  });
});

describe('the token endpoint', () => {
  it('paragraph 2.3: a code is exchanged for the token response', async () => {
    const { codeForm, post } = await authorizationServer();
    const reply = await post(await codeForm());
    expect(reply.status).toBe(200);
    expect(tokenShape.parse(reply.body).scope).toBe('tenants:read webhooks:manage');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['another verifier', { code_verifier: proofKey().verifier }],
    ['another client', { client_id: 'another-application' }],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:49153/callback' }],
    ['an unknown code', { code: 'svc_ac_unknown' }],
  ])('paragraph 5.4: a code with %s gives nothing', async (_what, changes) => {
    const { codeForm, post } = await authorizationServer();
    expect(await post(await codeForm(changes))).toMatchObject(invalidGrant);
  });

  it('a code used twice is refused, and its tokens are revoked', async () => {
    const { codeForm, post, use } = await authorizationServer();
    const form = await codeForm();
    const { access_token } = tokenShape.parse((await post(form)).body);
    expect(await use(access_token)).toBe(200);
    expect(await post(form)).toMatchObject(invalidGrant);
    expect(await use(access_token)).toBe(401);
  });

  it('a code lives ten minutes', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { codeForm, post } = await authorizationServer({ clock: () => now });
    const form = await codeForm();
    now += 10 * 60_000;
    expect(await post(form)).toMatchObject(invalidGrant);
  });

  it('paragraph 4.4: takes a form and nothing else', async () => {
    const { call, codeForm } = await authorizationServer();
    const headers = { 'content-type': 'application/json' };
    const reply = await call('POST', '/oauth/token', { key: undefined, headers, body: await codeForm() });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it.each([
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ grant_type: '' }, 'invalid_request'],
    [{ code: '' }, 'invalid_request'],
  ])('%j is %s', async (changes, error) => {
    const { codeForm, post } = await authorizationServer();
    expect(await post(await codeForm(changes))).toMatchObject({ status: 400, body: { error } });
  });
});
