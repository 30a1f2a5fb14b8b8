import { describe, expect, it } from 'vitest';
import { authorizationServer, invalidGrant, tokenShape } from './oauth-application';
import { registration } from './platform-under-test';

const hour = 3_600_000;

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

  it("another client's refresh token is refused and stays valid", async () => {
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
