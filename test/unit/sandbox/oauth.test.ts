import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { SandboxOptions } from '../../../src/sandbox';
import { platform, registration } from './platform-under-test';

const redirect_uri = 'http://127.0.0.1:49152/callback';
const client_id = 'test-application';
const hour = 3_600_000;

const tokenShape = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(3600),
  refresh_token: z.string().startsWith('svc_rt_'),
  scope: z.string(),
});

function proofKey() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

async function authorizationServer(options: SandboxOptions = {}) {
  const sandbox = await platform(options);
  const authorize = async (changes: Record<string, string> = {}) => {
    const { verifier, challenge } = proofKey();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      scope: 'tenants:read webhooks:manage',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'opaque',
      ...changes,
    });
    const reply = await sandbox.call('GET', `/oauth/authorize?${query}`, { key: undefined });
    const location = reply.headers.get('location');
    return {
      verifier,
      status: reply.status,
      back: location === null ? undefined : new URL(location).searchParams,
    };
  };
  const post = (form: Record<string, string>) =>
    sandbox.call('POST', '/oauth/token', {
      key: undefined,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const codeForm = async (changes: Record<string, string> = {}) => {
    const { verifier, back } = await authorize();
    const code = back?.get('code') ?? '';
    return {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id,
      code_verifier: verifier,
      ...changes,
    };
  };
  const logIn = async () => tokenShape.parse((await post(await codeForm())).body);
  const refresh = (refresh_token: string, client = client_id) =>
    post({ grant_type: 'refresh_token', refresh_token, client_id: client });
  const use = async (key: string) => (await sandbox.call('GET', '/v1/tenants', { key })).status;
  return { ...sandbox, authorize, post, codeForm, logIn, refresh, use };
}

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

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

  it('a code used twice gives nothing, and revokes what it gave', async () => {
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

describe('tokens', () => {
  it('paragraph 5.5: an access token lasts one hour', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { logIn, use } = await authorizationServer({ clock: () => now });
    const { access_token } = await logIn();
    now += hour - 1;
    expect(await use(access_token)).toBe(200);
    now += 1;
    expect(await use(access_token)).toBe(401);
  });

  it('paragraph 5.1: an access token is limited to its scopes, and never unrestricted', async () => {
    const { call, logIn } = await authorizationServer();
    const { access_token: key } = await logIn();
    expect((await call('POST', '/v1/webhooks', { key, body: registration })).status).toBe(201);
    expect((await call('GET', '/v1/api_keys', { key })).status).toBe(403);
    expect((await call('GET', '/_sandbox/state', { key })).status).toBe(403);
  });

  it('paragraph 5.6: each refresh returns a new refresh token', async () => {
    const { logIn, refresh, use } = await authorizationServer();
    const first = await logIn();
    const second = tokenShape.parse((await refresh(first.refresh_token)).body);
    const third = tokenShape.parse((await refresh(second.refresh_token)).body);
    expect(new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3);
    expect(await use(third.access_token)).toBe(200);
  });

  it('paragraph 5.6: a refresh token used twice revokes the whole family', async () => {
    const { logIn, refresh, use } = await authorizationServer();
    const first = await logIn();
    const second = tokenShape.parse((await refresh(first.refresh_token)).body);
    expect(await refresh(first.refresh_token)).toMatchObject(invalidGrant);
    expect(await refresh(second.refresh_token)).toMatchObject(invalidGrant);
    expect(await use(second.access_token)).toBe(401);
  });

  it("another client's refresh token gives nothing and harms nothing", async () => {
    const { logIn, refresh } = await authorizationServer();
    const { refresh_token } = await logIn();
    expect(await refresh(refresh_token, 'another-application')).toMatchObject(invalidGrant);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it('the controls expire access tokens and revoke grants', async () => {
    const { logIn, refresh, use, controls } = await authorizationServer();
    const { access_token, refresh_token } = await logIn();
    controls.oauth.expireAccessTokens();
    expect(await use(access_token)).toBe(401);
    const renewed = tokenShape.parse((await refresh(refresh_token)).body);
    controls.oauth.revokeAll();
    expect(await use(renewed.access_token)).toBe(401);
    expect(await refresh(renewed.refresh_token)).toMatchObject(invalidGrant);
  });
});

it('the same is had over HTTP: consent, expiry, withdrawal', async () => {
  const { authorize, call, logIn, refresh, use } = await authorizationServer();
  const { access_token, refresh_token } = await logIn();
  expect((await call('PUT', '/_sandbox/consent', { body: { consent: false } })).status).toBe(204);
  expect((await authorize()).back?.get('error')).toBe('access_denied');
  expect((await call('POST', '/_sandbox/grants/expire')).status).toBe(204);
  expect(await use(access_token)).toBe(401);
  expect((await call('DELETE', '/_sandbox/grants')).status).toBe(204);
  expect(await refresh(refresh_token)).toMatchObject(invalidGrant);
});

it('grants survive a restart, and what was used stays used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataFile = join(folder, 'platform.json');
  const before = await authorizationServer({ dataFile });
  const first = await before.logIn();
  const second = tokenShape.parse((await before.refresh(first.refresh_token)).body);
  await before.close();

  const after = await authorizationServer({ dataFile });
  expect(await after.use(second.access_token)).toBe(200);
  expect(await after.refresh(first.refresh_token)).toMatchObject(invalidGrant);
  expect(await after.use(second.access_token)).toBe(401);
});

it('no log line and no recorded request holds a code, a verifier or a token', async () => {
  const lines: string[] = [];
  const { codeForm, post, refresh, controls } = await authorizationServer({ log: line => lines.push(line) });
  const form = await codeForm();
  const tokens = tokenShape.parse((await post(form)).body);
  await refresh(tokens.refresh_token);
  const said = `${lines.join('\n')}\n${JSON.stringify(controls.requests.all())}`;
  expect(controls.requests.all().map(({ operation }) => operation)).toContain('oauth.token');
  for (const leak of [form.code, form.code_verifier, tokens.access_token, tokens.refresh_token]) {
    expect(leak).toMatch(/^\S{20,}$/);
    expect(said).not.toContain(leak);
  }
});

it('a foreign OAuth library goes the whole way', async () => {
  const { url } = await platform();
  const server: oauth.AuthorizationServer = {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
  };
  const client: oauth.Client = { client_id };
  const options = { [oauth.allowInsecureRequests]: true };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'tenants:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const page = await fetch(`${server.authorization_endpoint}?${query}`, { redirect: 'manual' });
  const callback = oauth.validateAuthResponse(
    server,
    client,
    new URL(page.headers.get('location') ?? ''),
    state,
  );
  const none = oauth.None();
  const codeReply = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    none,
    callback,
    redirect_uri,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, codeReply);
  const refreshReply = await oauth.refreshTokenGrantRequest(
    server,
    client,
    none,
    tokens.refresh_token ?? '',
    options,
  );
  const renewed = await oauth.processRefreshTokenResponse(server, client, refreshReply);
  expect(renewed).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'tenants:read' });
});
