import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
} from '../../../src/client/oauth/login';
import { clientId, failureOf, loginScene, scope, temporaryFolder } from './login-fixture';
import { json, startLoopbackPlatform } from './loopback-platform';

const good = { access_token: 'svc_at_FAKE1', token_type: 'Bearer', refresh_token: 'svc_rt_FAKE1', scope };

/** An authorization server that gives these answers, one after the other, and a login to refresh there. */
async function refreshing(...answers: readonly object[]) {
  const platform = await startLoopbackPlatform(...answers.map(answer => json(200, answer)));
  onTestFinished(() => platform.close());
  const identity = { authUrl: platform.url, clientId };
  const server = createAuthorizationServer(identity, systemClock);
  onTestFinished(() => server.close());
  const store = createLoginStore({ XDG_CONFIG_HOME: await temporaryFolder() });
  const held = { ...identity, accessToken: 'svc_at_OLD', refreshToken: 'svc_rt_OLD', expiresAt: 0, scope };
  await store.update(identity, async () => held);
  const credential = loginCredential({ identity, store, refresh: server.refresh, clock: systemClock });
  return { identity, store, credential, held };
}

describe('responses of the token endpoint', () => {
  it.each([
    ['1e15 seconds', { expires_in: 1e15 }, 365 * 24 * 3600],
    ['a number as a text', { expires_in: '60' }, 60],
    ['nothing', {}, 3600],
  ])('%s of life', async (_what, fields, seconds) => {
    const { store, credential, identity } = await refreshing({ ...good, ...fields });
    expect(await credential()).toBe('svc_at_FAKE1');
    const login = await store.find(identity);
    expect(Math.round(((login?.expiresAt ?? 0) - Date.now()) / 1000 / 5)).toBe(seconds / 5);
  });

  it.each([
    ['no access token', { access_token: undefined }],
    ['a number for an access token', { access_token: 7 }],
    ['an access token that forges a header', { access_token: 'a\r\nx-admin: yes' }],
    ['a negative life', { expires_in: -5 }],
    ['another type', { token_type: 'mac' }],
  ])('%s is a clear error without the token, and the stored login stays', async (_what, fields) => {
    const { store, credential, identity, held } = await refreshing({ ...good, ...fields });
    const { error, printed } = await failureOf(credential());
    expect(error.message).toMatch(/answer to POST \/oauth\/token is malformed/);
    expect(printed).not.toContain('FAKE1');
    expect(await store.find(identity)).toEqual(held);
  });
});

describe('a store that cannot be written', () => {
  it('before a refresh does not use the refresh token', async () => {
    const { logIn, store, credential, tokenRequests, sandbox } = await loginScene();
    await logIn();
    const source = credential();
    const token = await source();
    sandbox.controls.oauth.expireAccessTokens();
    const folder = dirname(store.path);
    await rename(folder, `${folder}.away`);
    await writeFile(folder, 'a file where the folder was');
    const before = tokenRequests();
    const { error } = await failureOf(source(token));
    expect(error.message).toMatch(/credentials\.json cannot be (read|written)/);
    expect(tokenRequests()).toBe(before);
    await rm(folder);
    await rename(`${folder}.away`, folder);
    expect(await source(token)).not.toBe(token);
  });

  it('after a refresh is an error that names the file', async () => {
    const { logIn, store, identity, server } = await loginScene();
    const { accessToken } = await logIn();
    const refresh = async (token: string, asked: string) => {
      const granted = await server.refresh(token, asked);
      await rm(store.path);
      await mkdir(`${store.path}/in-the-way`, { recursive: true });
      return granted;
    };
    const credential = loginCredential({ identity, store, refresh, clock: systemClock });
    const { error } = await failureOf(credential(accessToken));
    expect(error.message).toMatch(/credentials\.json cannot be (read|written)/);
  });
});
