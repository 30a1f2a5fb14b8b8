import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoginRequired, normalizedAddress } from '../../../src/client';
import { createLoginStore } from '../../../src/client/oauth/login';
import { newEndpoint } from './client-fixture';
import { failureOf, loginScene, temporaryFolder } from './login-fixture';

const permissions = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the stored login', () => {
  it('is for its owner alone', async () => {
    const { logIn, store } = await loginScene();
    await logIn();
    expect([await permissions(store.path), await permissions(dirname(store.path))]).toEqual(['600', '700']);
  });

  it('is found by server and client, and does not affect others', async () => {
    const { logIn, store, identity } = await loginScene();
    const login = await logIn();
    const other = { ...login, clientId: 'another', accessToken: 'fake-other' };
    await store.update(other, async () => other);
    await store.update(identity, () => Promise.resolve(undefined));
    expect(await store.all()).toEqual([other]);
    expect(await store.find(identity)).toBeUndefined();
  });

  it.each([
    ['https://AUTH.example.com:443//', 'https://auth.example.com'],
    ['HTTPS://auth.example.com/a/./b/../c/', 'https://auth.example.com/a/c'],
    ['https://auth.example.com/%7eann/%c3%a4', 'https://auth.example.com/~ann/ä'],
  ])('of %s is that of %s', async (one, other) => {
    const store = createLoginStore({ XDG_CONFIG_HOME: await temporaryFolder() });
    const tokens = { accessToken: 'fake', refreshToken: undefined, expiresAt: 0, scope: '' };
    const kept = { authUrl: one, clientId: 'a', ...tokens };
    await store.update(kept, async () => kept);
    expect(await store.find({ authUrl: other, clientId: 'a' })).toMatchObject(tokens);
    await store.update({ authUrl: other, clientId: 'a' }, async held => held);
    expect(await store.all()).toHaveLength(1);
    expect(await store.find({ authUrl: `${other}x`, clientId: 'a' })).toBeUndefined();
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
      expect(error.message).toContain('Delete it and log in again');
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

  it('needs a home: in the working directory, git may take it', () => {
    expect(() => createLoginStore({ HOME: '' })).toThrow('HOME is empty. Set HOME, or XDG_CONFIG_HOME');
  });
});

describe('the command that an error suggests', () => {
  it.each([
    ['https://auth.example.com/a', 'https://auth.example.com/a'],
    ['https://auth.example.com/$(touch x);y', "'https://auth.example.com/$(touch%20x);y'"],
    ["https://auth.example.com/'`id`'", "'https://auth.example.com/'\\''%60id%60'\\'''"],
  ])('runs nothing that the address %s holds', (authUrl, word) => {
    const { command } = new LoginRequired({ authUrl, clientId: 'a' }, 'Nobody is logged in');
    expect(command).toBe(`npx cdktf-provider-svc login --auth-url ${word} --client-id a`);
    const words = execFileSync('sh', ['-c', command.replace(/^npx \S+/, 'printf "%s\\n"')], {
      encoding: 'utf8',
    });
    expect(words.split('\n')[2]).toBe(normalizedAddress(authUrl));
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

  it('a 401 with a new token ends the call', async () => {
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

  it('without a login names the command to log in', async () => {
    const { client } = await loginScene();
    expect((await failureOf(client().tenants.list())).error.message).toMatch(
      /Nobody is logged in .*\n\n {4}npx/,
    );
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
