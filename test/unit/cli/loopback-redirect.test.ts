import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBrowser } from '../../../src/cli/browser';
import { sayLogin } from '../../../src/cli/login-options';
import { awaitCallback } from '../../../src/cli/loopback-redirect';
import { rawRequest } from '../../harness/raw-request';

/** A login that waits for the browser, and the page that a browser gets. */
async function waiting(finish: (address: URL) => Promise<string> = async () => 'tokens') {
  const callback = await awaitCallback();
  onTestFinished(() => callback.close());
  const finished: string[] = [];
  const login = callback.complete('ours', address => {
    finished.push(address.search);
    return finish(address);
  });
  login.catch(() => {});
  const { origin, host } = new URL(callback.redirectUri);
  const page = async (path: string, method = 'GET', toHost = host) => {
    const options = { path, method, headers: { host: toHost } };
    const { status, body, headers } = await rawRequest(origin, options);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return `${status} ${body}`;
  };
  return { login, finished, page, redirectUri: callback.redirectUri };
}

const right = '/callback?code=c&state=ours';

describe('the redirect to this machine', () => {
  it.each([
    ['/callback?code=stolen&state=guessed', 'GET', undefined],
    ['/other?code=stolen&state=ours', 'GET', undefined],
    ['http://elsewhere.example/callback?state=ours', 'GET', undefined],
    ['//', 'GET', undefined],
    [right, 'POST', undefined],
    [right, 'GET', 'evil.example'],
  ])('ignores the request %s %s for %s, which any page could send', async (target, method, host) => {
    const { page, finished, login } = await waiting();
    expect(await page(target, method, host)).toMatch(/^400 This request does not belong to the login/);
    expect(finished).toEqual([]);
    expect(await page(right)).toBe('200 You are logged in. You may close this window.\n');
    expect(await login).toBe('tokens');
  });

  it('exchanges a code once, though browsers reload and prefetch', async () => {
    let end: (tokens: string) => void = () => {};
    const { page, finished, login, redirectUri } = await waiting(
      () => new Promise(resolve => (end = resolve)),
    );
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const first = page(right);
    await vi.waitFor(() => expect(finished).toEqual(['?code=c&state=ours']));
    expect(await page(right)).toMatch(/^200 This login is already complete\./);
    end('tokens');
    expect(await first).toMatch(/^200 You are logged in\./);
    expect([await login, finished.length]).toEqual(['tokens', 1]);
  });

  it('is awaited for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { login } = await waiting();
    vi.advanceTimersByTime(599_999);
    expect(await Promise.race([login, 'waits'])).toBe('waits');
    vi.advanceTimersByTime(1);
    await expect(login).rejects.toThrow('The browser did not return within 10 minutes. Log in again.');
  });
});

it.each([
  ['linux', '', 'xdg-open'],
  ['darwin', '', 'open'],
  ['win32', '', 'rundll32', 'url.dll,FileProtocolHandler'],
  ['darwin', 'firefox', 'firefox'],
])('the browser on %s with BROWSER=%j is opened by %s', async (platform, named, program, ...parameters) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-browser-'));
  const called = join(folder, 'called');
  writeFileSync(called, '');
  writeFileSync(join(folder, program), `#!/bin/sh\necho "$*" > '${called}'\nexit 3\n`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  vi.stubEnv('HOME', folder);
  vi.stubEnv('BROWSER', named);
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
  await new Promise<void>(resolve => openBrowser('http://a.example/?b&c', resolve));
  const [page = '', ...before] = readFileSync(called, 'utf8').trimEnd().split(' ').reverse();
  expect(before).toEqual(parameters);
  expect(readFileSync(new URL(page), 'utf8')).toContain('content="0; url=http://a.example/?b&#38;c"');
});

it.each([
  [
    {},
    'as client a, with the scopes: a b. The access token lasts until 2026-01-01T00:00:00.000Z (renewed by',
  ],
  [
    { scope: '', refreshToken: undefined },
    '(none named). The access token lasts until 2026-01-01T00:00:00.000Z (not',
  ],
  [{ scope: 'a \u001b]0;owned\u0007\nerror: forged' }, 'scopes: a \\u{1b}]0;owned\\u{7} error: forged. The'],
])('a login with %j is told in one line, without a token', (change, words) => {
  const tokens = { accessToken: 'fake-access', refreshToken: 'fake-refresh', scope: 'a b' };
  const login = { authUrl: 'http://auth.example', clientId: 'a', expiresAt: Date.UTC(2026, 0, 1), ...tokens };
  const said = sayLogin({ ...login, ...change });
  expect(said).toContain(words);
  expect(said).not.toMatch(/fake-|\p{Cc}/u);
});
