import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, UnusableLogins } from '../../../src/client';
import { createLoginStore, type Login, loginCredential, type Tokens } from '../../../src/client/oauth/login';
import { failureOf, printed } from './client-fixture';
import { FakeClock } from './fake-clock';
import { emptyHome } from './login-fixture';

const identity = { authUrl: 'https://auth.example.com', clientId: 'a' };
const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);
const clock = new FakeClock('by hand');
const stored = (change: Partial<Login> = {}): Login => ({
  ...identity,
  accessToken: 'fake-old',
  refreshToken: 'fake-refresh-1',
  expiresAt: clock.now() + 1,
  scope: 's',
  ...change,
});

/** A store with this login. */
async function holding(login?: Login) {
  const store = createLoginStore(emptyHome());
  if (login !== undefined) await store.update(login, async () => login);
  return store;
}

describe('the stored login', () => {
  it('is for its owner alone, in a folder with nothing else', async () => {
    const store = await holding(stored());
    chmodSync(dirname(store.path), 0o755);
    const left = `${store.path}.cdktf-provider-svc-unfinished-0123456789ab`;
    writeFileSync(left, 'of a killed process');
    await store.update(identity, async held => held);
    expect([permissions(store.path), permissions(dirname(store.path))]).toEqual(['600', '700']);
    expect(readdirSync(dirname(store.path))).toEqual(['credentials.json']);
    expect(await store.find(identity)).toEqual(stored());
  });

  it.each([
    [{ clientId: 'b' }, false],
    [{ authUrl: 'https://auth.example.comx' }, false],
    [{ authUrl: 'https://AUTH.example.com:443//' }, true],
  ])('of %j is the same: %s', async (change, isSame) => {
    const store = await holding(stored());
    const other = stored({ ...change, accessToken: 'fake-other', refreshToken: undefined });
    await store.update(other, async () => other);
    expect(await store.all()).toHaveLength(isSame ? 1 : 2);
    expect(await store.find(other)).toMatchObject({ accessToken: 'fake-other', refreshToken: undefined });
    await store.update(identity, async () => undefined);
    expect(await store.find(identity)).toBeUndefined();
    expect(await store.all()).toHaveLength(isSame ? 0 : 1);
  });

  it.each(['{"logins": [{"access_token": "fake-hidden"', '{"logins": 7}', '[]', ''])(
    'that is damaged (%s) is an error without its content',
    async content => {
      const store = await holding(stored());
      writeFileSync(store.path, content);
      const error = await failureOf(store.all());
      expect(error).toBeInstanceOf(UnusableLogins);
      expect(error.message).toMatch(/credentials\.json is damaged\. Delete it and log in again\.$/);
      expect(printed(error)).not.toContain('hidden');
    },
  );

  it('with an unreadable time has expired', async () => {
    const store = await holding(stored());
    writeFileSync(store.path, readFileSync(store.path, 'utf8').replace(/"20[^"]+"/, '"soon"'));
    expect(await store.find(identity)).toMatchObject({ expiresAt: 0, refreshToken: 'fake-refresh-1' });
  });

  it('cannot be written below a file', async () => {
    const store = await holding();
    writeFileSync(dirname(store.path), '');
    const error = await failureOf(store.update(identity, async held => held));
    expect(error).toBeInstanceOf(UnusableLogins);
    expect(error.message).toMatch(/credentials\.json cannot be written \(E\w+\)\. The store of logins is/);
  });

  it('under a lock that nobody frees, as after a clock that was set back, says what to delete', async () => {
    const store = createLoginStore(emptyHome(), 0);
    mkdirSync(`${store.path}.lock`, { recursive: true });
    const later = Date.now() / 1000 + 7200;
    utimesSync(`${store.path}.lock`, later, later);
    const { message } = await failureOf(store.update(identity, async held => held));
    expect(message).toMatch(
      /json is locked\. If no command of yours is at work, delete \S+credentials\.json\.lock\.$/,
    );
  });

  it.each([
    [{ XDG_CONFIG_HOME: '/somewhere', HOME: '/home-of-test' }, '/somewhere/'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/home-of-test' }, '/home-of-test/.config/'],
    [{ HOME: '/home-of-test' }, '/home-of-test/.config/'],
  ])('with %j is below %s', (environment, folder) => {
    expect(createLoginStore(environment).path).toBe(`${folder}cdktf-provider-svc/credentials.json`);
  });

  it('needs a home: in the working directory, git may take it', () => {
    for (const HOME of ['', 'relative'])
      expect(() => createLoginStore({ HOME })).toThrow(
        'HOME is no absolute path. Set HOME, or XDG_CONFIG_HOME',
      );
  });
});

describe('the credential of a login', () => {
  /** Sources of access tokens, as several processes have them, and the refresh tokens that they spend. */
  async function sources(login: Login | undefined, answer?: () => Promise<Tokens>) {
    const store = await holding(login);
    const spent: string[] = [];
    const refresh = async (refreshToken: string, scope: string) => {
      spent.push(`${refreshToken} ${scope}`);
      const number = spent.length + 1;
      const tokens = { accessToken: `fake-new-${number}`, refreshToken: `fake-refresh-${number}`, scope };
      return answer?.() ?? { ...tokens, expiresAt: clock.now() + 1 };
    };
    const source = (by: Clock = clock) => loginCredential(identity, store, refresh, by);
    return { store, spent, source };
  }

  it.each<[string, Partial<Login>, string | undefined, string, string[]]>([
    ['is the stored one while that is good', {}, undefined, 'fake-old', []],
    ['is a new one at its end', { expiresAt: clock.now() }, undefined, 'fake-new-2', ['fake-refresh-1 s']],
    ['is a new one after a refusal', {}, 'fake-old', 'fake-new-2', ['fake-refresh-1 s']],
    ['is the one of another process that has renewed it', {}, 'fake-older', 'fake-old', []],
  ])('%s', async (_what, change, refused, token, spends) => {
    const { store, spent, source } = await sources(stored(change));
    const credential = source();
    expect(await credential(refused)).toBe(token);
    expect(await credential()).toBe(token);
    expect(spent).toEqual(spends);
    expect(await store.find(identity)).toMatchObject({ ...identity, accessToken: token });
  });

  it('of many calls in several processes is renewed once, and again when it has expired', async () => {
    const { spent, source } = await sources(stored({ expiresAt: 0 }));
    const [one, two] = [source(), source()];
    const tokens = await Promise.all([one(), one(), two(), two(), source()()]);
    expect(new Set(tokens)).toEqual(new Set(['fake-new-2']));
    expect(await Promise.all([one('fake-new-2'), two('fake-new-2')])).toEqual(['fake-new-3', 'fake-new-3']);
    expect(spent).toEqual(['fake-refresh-1 s', 'fake-refresh-2 s']);
  });

  it.each([
    ['without a login', undefined, 'Nobody is logged in at https://auth.example.com. Log in with:\n\n    '],
    ['without a refresh token', stored({ expiresAt: 0, refreshToken: undefined }), 'The login has expired'],
  ])('%s says how to log in, and writes nothing', async (_what, login, words) => {
    const { store, spent, source } = await sources(login);
    const error = await failureOf(source()());
    expect(error.message.startsWith(words)).toBe(true);
    expect(error).toMatchObject({ kind: 'LoginRequired', message: expect.stringContaining('--client-id a') });
    expect([spent, await store.all()]).toEqual([[], login === undefined ? [] : [login]]);
  });

  it('that cannot be renewed keeps what is stored, and the next call tries again', async () => {
    const login = stored({ expiresAt: 0 });
    const { store, spent, source } = await sources(login, () => Promise.reject(new Error('no network')));
    const credential = source();
    for (const tries of [1, 2]) {
      expect((await failureOf(credential())).message).toBe('no network');
      expect(spent).toHaveLength(tries);
    }
    expect(await store.find(identity)).toEqual(login);
  });

  it.each<[string, (path: string, text: string) => void, RegExp]>([
    ['read', path => mkdirSync(path), /credentials\.json cannot be read \(EISDIR\)\. Make it readable/],
    // The unfinished file beside one with so long a name has a name that is too long: like a bind mount, it cannot be replaced.
    [
      'replaced',
      (path, text) => {
        writeFileSync(`${path}.${'x'.repeat(220)}`, text);
        symlinkSync(`${path}.${'x'.repeat(220)}`, path);
      },
      /cannot be written \(ENAMETOOLONG\).*container, mount the folder \S+\/cdktf-provider-svc, not the file alone/,
    ],
  ])('spends no refresh token while the store cannot be %s', async (_how, spoil, words) => {
    const { store, spent, source } = await sources(stored({ expiresAt: 0 }));
    const credential = source();
    const text = readFileSync(store.path, 'utf8');
    rmSync(store.path);
    spoil(store.path, text);
    expect((await failureOf(credential())).message).toMatch(words);
    expect(spent).toEqual([]);
    rmSync(store.path, { recursive: true });
    writeFileSync(store.path, text);
    expect(await credential()).toBe('fake-new-2');
  });

  it('whose successor cannot be stored is an error that names the file, and its refresh token is not used again', async () => {
    const tokens = { accessToken: 'b', refreshToken: 'c', expiresAt: 0, scope: '' };
    const { store, spent, source } = await sources(stored({ expiresAt: 0 }), async () => {
      rmSync(store.path);
      mkdirSync(store.path);
      return tokens;
    });
    const credential = source();
    const first = await failureOf(credential());
    expect(first.message).toMatch(/credentials\.json cannot be (read|written)/);
    expect(await failureOf(credential())).toBe(first);
    expect(spent).toHaveLength(1);
  });
});
