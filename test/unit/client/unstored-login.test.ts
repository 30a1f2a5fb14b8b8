import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, systemClock } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
} from '../../../src/client/oauth/login';
import { clientId, failureOf, loginScene, redirectUri, scope, temporaryFolder } from './login-fixture';
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
  return { platform, identity, store, credential, held };
}

describe('responses of the token endpoint are limited', () => {
  it.each([
    ['1e15 seconds', { expires_in: 1e15 }, 365 * 24 * 3600],
    ['a number as a text', { expires_in: '60' }, 60],
    ['a negative number', { expires_in: -5 }, 3600],
    ['no number', { expires_in: { $gt: 0 } }, 3600],
    ['nothing', {}, 3600],
    ['a null', { expires_in: null, scope: null, refresh_token: null, id_token: null }, 3600],
    ['an endless number', { expires_in: 1e308 }, 365 * 24 * 3600],
  ])('%s of life', async (_what, fields, seconds) => {
    const { store, credential, identity } = await refreshing({ ...good, ...fields });
    expect(await credential()).toBe('svc_at_FAKE1');
    const login = await store.find(identity);
    expect(Math.round(((login?.expiresAt ?? 0) - Date.now()) / 1000 / 5)).toBe(seconds / 5);
  });

  it.each([
    ['escape sequences', 'tenants:read \u001b]0;x\u0007 webhooks:manage', 'tenants:read webhooks:manage'],
    ['line breaks', 'tenants:read\nerror: forged', 'tenants:read error: forged'],
    ['quotes', 'a"b c\\d e', 'e'],
    ['ten thousand characters', 'x'.repeat(10_000), scope],
    ['a list', ['tenants:read'], scope],
  ])('scopes with %s', async (_what, said, stored) => {
    const { store, credential, identity } = await refreshing({ ...good, scope: said });
    await credential();
    expect((await store.find(identity))?.scope).toBe(stored);
  });

  it.each([
    ['no access token', { access_token: undefined }],
    ['a number for an access token', { access_token: 7 }],
    ['an access token that forges a header', { access_token: 'a\r\nx-admin: yes' }],
    ['an endless access token', { access_token: 'x'.repeat(9000) }],
    ['no type', { token_type: undefined }],
    ['another type', { token_type: 'mac' }],
  ])('%s is a clear error, and the new refresh token is not lost', async (_what, fields) => {
    const { store, credential, identity, platform } = await refreshing({ ...good, ...fields }, good);
    const { error, printed } = await failureOf(credential());
    expect(error.message).toMatch(/answer to POST \/oauth\/token is malformed/);
    expect(printed).not.toContain('FAKE1');
    expect(await store.find(identity)).toMatchObject({ refreshToken: 'svc_rt_FAKE1', expiresAt: 0 });
    // The next call goes on from there.
    expect(await credential()).toBe('svc_at_FAKE1');
    expect(platform.received.map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual([
      'svc_rt_OLD',
      'svc_rt_FAKE1',
    ]);
  });

  it('at a login, too', async () => {
    const platform = await startLoopbackPlatform(json(200, { ...good, token_type: 'mac' }));
    onTestFinished(() => platform.close());
    const server = createAuthorizationServer({ authUrl: platform.url, clientId }, systemClock);
    onTestFinished(() => server.close());
    const pending = await server.begin(redirectUri, scope);
    const callback = new URL(`${redirectUri}?code=a&state=${pending.state}`);
    expect((await failureOf(server.finish(pending, callback))).error.name).toBe('MalformedResponse');
  });
});

describe('a store that cannot be written', () => {
  /** The lock can be taken, and the file not be replaced: a folder stands in its place. */
  const breakStore = async (path: string) => {
    await rm(path);
    await mkdir(`${path}/in-the-way`, { recursive: true });
  };

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

  it.each(['a file', 'a link to nothing'])('for %s in place of its lock is said at once', async what => {
    const { store, identity } = await loginScene();
    const held = { ...identity, accessToken: 'a', refreshToken: 'r', expiresAt: 0, scope };
    await store.update(identity, async () => held);
    const lock = `${store.path}.lock`;
    await (what === 'a file' ? writeFile(lock, '') : symlink('nowhere', lock));
    const { error } = await failureOf(store.update(identity, async () => undefined));
    expect(error.message).toMatch(/credentials\.json\.lock is not a folder, .* Remove it\.$/);
    expect(await store.find(identity)).toEqual(held);
  });

  it('after a refresh does not end the run, which continues with the new tokens and warns', async () => {
    const { logIn, store, identity, server, sandbox, tokenRequests } = await loginScene();
    await logIn();
    const said: string[] = [];
    const refresh = async (token: string, asked: string) => {
      const granted = await server.refresh(token, asked);
      await breakStore(store.path).catch(() => {});
      return granted;
    };
    const onUnstored = (reason: string) => said.push(reason);
    const credential = loginCredential({ identity, store, refresh, clock: systemClock, onUnstored });
    const client = createClient({ baseUrl: sandbox.url, credential, maxRetries: 0 });
    onTestFinished(() => client.close());
    sandbox.controls.oauth.expireAccessTokens();
    expect((await client.tenants.list()).length).toBeGreaterThan(0);
    expect((await client.tenants.list()).length).toBeGreaterThan(0);
    expect(tokenRequests()).toBe(2);
    expect(said).toEqual([expect.stringMatching(/credentials\.json cannot be (read|written)/)]);
  });

  it('is used again when it can be written, with the newest refresh token', async () => {
    const { logIn, store, identity, server, sandbox } = await loginScene();
    const first = await logIn();
    let fails = true;
    const failing = {
      ...store,
      update: async (who: typeof identity, change: Parameters<typeof store.update>[1]) => {
        if (!fails) return store.update(who, change);
        await change(await store.find(who));
        throw new Error('the disk is full');
      },
    };
    const said: string[] = [];
    const credential = loginCredential({
      identity,
      store: failing as typeof store,
      refresh: server.refresh,
      clock: systemClock,
      onUnstored: reason => said.push(reason),
    });
    const second = await credential(first.accessToken);
    expect(said).toEqual(['the disk is full']);
    fails = false;
    sandbox.controls.oauth.expireAccessTokens();
    // A second use of the stored refresh token would have ended the login.
    const third = await credential(second);
    expect(third).not.toBe(second);
    expect(await store.find(identity)).toMatchObject({ accessToken: third });
  });
});
