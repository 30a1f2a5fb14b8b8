import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLoginStore } from '../../../src/client/login';
import { newEndpoint } from './client-fixture';
import { failureOf, loginScene, temporaryFolder } from './login-fixture';

const permissions = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the stored login', () => {
  it('is for its owner alone', async () => {
    const { logIn, store } = await loginScene();
    await logIn();
    expect([await permissions(store.path), await permissions(dirname(store.path))]).toEqual(['600', '700']);
  });

  it('is found by server and client together, and does not disturb others', async () => {
    const { logIn, store, identity } = await loginScene();
    const login = await logIn();
    const other = { ...login, clientId: 'another', accessToken: 'fake-other' };
    await store.update(other, async () => other);
    await store.update(identity, () => Promise.resolve(undefined));
    expect(await store.all()).toEqual([other]);
    expect(await store.find(identity)).toBeUndefined();
  });

  it('stays when a change fails', async () => {
    const { logIn, store, identity } = await loginScene();
    const login = await logIn();
    await failureOf(store.update(identity, () => Promise.reject(new Error('no network'))));
    expect(await store.find(identity)).toEqual(login);
  });

  it.each(['{"logins": [{"access_token": "fake-hidden"', '{"logins": 7}', '[]', ''])(
    'that is damaged (%s) is an error without its content',
    async content => {
      const home = await temporaryFolder();
      const path = join(home, 'cdktf-provider-svc', 'credentials.json');
      await mkdir(dirname(path));
      await writeFile(path, content);
      const { error, printed } = await failureOf(createLoginStore({ XDG_CONFIG_HOME: home }).all());
      expect(error.message).toContain('delete it and log in again');
      expect(printed).not.toContain('hidden');
    },
  );

  it.each([
    [{ XDG_CONFIG_HOME: '/somewhere', HOME: '/home-of-test' }, '/somewhere/'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/home-of-test' }, '/home-of-test/.config/'],
    [{ HOME: '/home-of-test' }, '/home-of-test/.config/'],
  ])('with %j is below %s', (environment, folder) => {
    expect(createLoginStore(environment).path).toBe(`${folder}cdktf-provider-svc/credentials.json`);
  });
});

describe('the credential of a login', () => {
  it('asks the authorization server for nothing while the token is good', async () => {
    const { logIn, client, tokenRequests } = await loginScene();
    await logIn();
    await Promise.all([client().tenants.list(), client().tenants.list()]);
    expect(tokenRequests()).toBe(1);
  });

  it('is renewed ahead of a call when it has expired, once for all calls', async () => {
    let now = Date.now();
    const clock = { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() };
    const { logIn, client, tokenRequests, store, identity, sandbox } = await loginScene({ clock });
    const before = await logIn();
    now += 3_600_000;
    const calls = client();
    await Promise.all(Array.from({ length: 30 }, () => calls.webhooks.list()));
    expect(tokenRequests()).toBe(2);
    const after = await store.find(identity);
    expect(after?.refreshToken).not.toBe(before.refreshToken);
    expect(await readFile(store.path, 'utf8')).not.toContain(before.refreshToken);
    expect(sandbox.controls.requests.all().filter(({ status }) => status === 401)).toEqual([]);
  });

  it('is renewed once by a 401 in mid-walk, whatever the call', async () => {
    const { logIn, client, tokenRequests, sandbox } = await loginScene();
    await logIn();
    const calls = client();
    await calls.tenants.list();
    sandbox.controls.oauth.expireAccessTokens();
    const made = await calls.webhooks.create(newEndpoint);
    sandbox.controls.oauth.expireAccessTokens();
    await Promise.all([
      calls.webhooks.update(made.id, { url: 'https://example.com/b' }),
      calls.tenants.list(),
      calls.webhooks.list(),
    ]);
    expect(tokenRequests()).toBe(3);
    expect(sandbox.controls.webhooks.all()).toHaveLength(1);
  });

  it('a 401 that a new token does not cure ends the call', async () => {
    const { logIn, client, tokenRequests, sandbox } = await loginScene();
    await logIn();
    const effect = { kind: 'status', status: 401 } as const;
    sandbox.controls.faults.add({ operation: 'tenants.list', effect, times: Number.POSITIVE_INFINITY });
    expect((await failureOf(client().tenants.list())).error.name).toBe('Unauthorized');
    expect(tokenRequests()).toBe(2);
  });

  it('that was withdrawn says how to log in again, and keeps what is stored', async () => {
    const { logIn, client, sandbox, identity, store } = await loginScene();
    const login = await logIn();
    sandbox.controls.oauth.revokeAll();
    const { error, printed } = await failureOf(client().tenants.list());
    expect(error).toMatchObject({ name: 'LoginRequired' });
    expect(error.message).toContain(
      `npx cdktf-provider-svc login --auth-url ${identity.authUrl} --client-id ${identity.clientId}`,
    );
    for (const token of [login.accessToken, String(login.refreshToken)]) expect(printed).not.toContain(token);
    expect(await store.find(identity)).toEqual(login);
  });

  it('of nobody says how to log in', async () => {
    const { client } = await loginScene();
    expect((await failureOf(client().tenants.list())).error.message).toMatch(/Nobody is logged in .*npx/);
  });

  it('reaches no error, though the platform echoes it', async () => {
    const { logIn, client, sandbox } = await loginScene();
    const { accessToken } = await logIn();
    const body = { error: { code: 'invalid', message: `you sent ${accessToken}` } };
    sandbox.controls.faults.add({
      operation: 'tenants.list',
      effect: { kind: 'status', status: 422, body },
    });
    const { printed } = await failureOf(client().tenants.list());
    expect(printed).toContain('[redacted]');
    expect(printed).not.toContain(accessToken);
  });
});
