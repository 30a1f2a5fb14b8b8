import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../src/sandbox';
import { commandLine, printedAddress } from './command-line';

const storedLogins = z.object({ logins: z.array(z.looseObject({ auth_url: z.string() })) });
const storedTokens = z.object({
  logins: z.array(z.object({ access_token: z.string(), refresh_token: z.string() })),
});

/** A person's home and an authorization server, with the commands as real processes. */
async function person() {
  const lines: string[] = [];
  const sandbox = await startSandbox({ log: line => lines.push(line) });
  onTestFinished(() => sandbox.close());
  const server = { SVC_AUTH_URL: sandbox.url, SVC_CLIENT_ID: 'test-application' };
  return { sandbox, lines, ...(await commandLine(server)) };
}

describe('login, whoami and logout', { timeout: 120_000 }, () => {
  it('complete the flow, and never print a token', async () => {
    const { start, run, file, sandbox, lines } = await person();
    const login = start(['login', '--no-browser', '--scope', 'tenants:read']);
    const page = await fetch(await printedAddress(login));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('You are logged in.')]);
    expect(await login.exit).toBe(0);
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');

    const who = await run(['whoami']);
    expect(who.stdout).toContain(`${sandbox.url} as client test-application, with the scopes: tenants:read.`);
    expect(who.stdout).toMatch(/until 20\d\d-\d\d-\d\dT/);
    const stored = storedTokens.parse(JSON.parse(await readFile(file, 'utf8')));
    const out = await run(['logout']);
    expect(out.code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ logins: [] });
    const said = JSON.stringify([login.output, who, out, lines]);
    for (const token of stored.logins.flatMap(Object.values)) expect(said).not.toContain(token);
    expect(await run(['whoami'])).toMatchObject({ code: 1, stderr: expect.stringContaining('Nobody') });
  });

  it('a login ignores requests that are not its own, and ends if the person declines', async () => {
    const { start, sandbox, file } = await person();
    sandbox.controls.oauth.setConsent(false);
    const login = start(['login', '--no-browser']);
    const address = await printedAddress(login);
    const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    expect(callback.hostname).toBe('127.0.0.1');
    for (const stray of ['?code=stolen&state=guessed', '?code=stolen', '']) {
      expect((await fetch(callback.href + stray)).status).toBe(400);
    }
    await fetch(address);
    expect(await login.exit).toBe(1);
    expect(login.output.stderr).toContain('access_denied');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ logins: [] });
  });

  it('a login opens the browser that the person names', async () => {
    const { start, home } = await person();
    const browser = join(home, 'browser');
    await writeFile(browser, '#!/usr/bin/env node\nfetch(process.argv[2]);\n');
    await chmod(browser, 0o755);
    const login = start(['login'], { BROWSER: browser });
    expect(await login.exit).toBe(0);
    expect(login.output.stderr).toContain('Logged in at');
  });

  it.each([
    ['that ends without success', '/bin/false'],
    ['that does not exist', 'no-such-browser'],
  ])('with a browser %s, the address is printed and the login continues', async (_, browser) => {
    const { start } = await person();
    const login = start(['login'], { BROWSER: browser });
    const address = await printedAddress(login);
    await expect.poll(() => login.output.stderr).toContain('could not open a browser here');
    await fetch(address);
    expect(await login.exit).toBe(0);
  });

  it.each([
    [[], 'URL', 'ID', true],
    [['--auth-url', 'https://auth.example.com/'], 'https://auth.example.com', 'ID', true],
    [['--auth-url', 'https://a.example', '--client-id', 'a b'], 'https://a.example', "'a b'", false],
  ])('whoami %j names what login needs, on a line of its own', async (options, url, id, explains) => {
    const { run } = await commandLine({});
    const { code, stderr } = await run(['whoami', ...options]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toContain(
      `    npx cdktf-provider-svc login --auth-url ${url} --client-id ${id}`,
    );
    expect(stderr.includes('URL is the address')).toBe(explains);
  });

  it.each([
    [
      ['login', '--no-browser'],
      { SVC_AUTH_URL: 'http://auth.example.com' },
      1,
      /--auth-url \(or SVC_AUTH_URL\) must use https/,
    ],
    [['login', '--no-browser'], { SVC_CLIENT_ID: '' }, 1, /--client-id \(or SVC_CLIENT_ID\) is not/],
    [['login', '--auth-url'], {}, 2, /argument missing/],
  ])('%j with %j fails at once', async (parameters, environment, code, saying) => {
    const { run } = await person();
    expect(await run(parameters, environment)).toMatchObject({ code, stderr: expect.stringMatching(saying) });
  });

  it.each(['reloaded', 'prefetched'])(
    'a callback that comes twice, %s, exchanges the code once',
    async how => {
      const { start, run, sandbox } = await person();
      const { faults, requests } = sandbox.controls;
      const exchange = faults.add({ operation: 'oauth.token', effect: { kind: 'hang-before' } });
      const login = start(['login', '--no-browser']);
      const consent = await fetch(await printedAddress(login), { redirect: 'manual' });
      const callback = consent.headers.get('location') ?? '';
      const first = fetch(callback, how === 'prefetched' ? { headers: { 'sec-purpose': 'prefetch' } } : {});
      await exchange.reached;
      const second = await fetch(callback);
      expect([second.status, await second.text()]).toEqual([200, expect.stringContaining('already')]);
      faults.clear();
      expect(await (await first).text()).toContain('You are logged in.');
      expect(await login.exit).toBe(0);
      expect(requests.count('oauth.token')).toBe(1);
      // The sandbox, as platforms do, revokes the grant of a code that is used twice: this one lives.
      expect(await run(['whoami'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Logged in at'),
      });
    },
  );

  it('the browser says that the person is logged in only when the tokens are stored', async () => {
    const { start, sandbox, file } = await person();
    const exchange = sandbox.controls.faults.add({
      operation: 'oauth.token',
      effect: { kind: 'hang-before' },
    });
    const login = start(['login', '--no-browser']);
    const page = fetch(await printedAddress(login));
    await exchange.reached;
    // A disk that breaks in the meantime.
    await rm(dirname(file), { recursive: true });
    await writeFile(dirname(file), '');
    sandbox.controls.faults.clear();
    expect(await (await page).text()).toContain('The login failed. See the terminal for the reason.');
    expect(await login.exit).toBe(1);
    expect(login.output.stderr).toMatch(/error: \S+credentials\.json cannot be written \(E\w+\)/);
    expect(login.output.stderr).not.toMatch(/Logged in|\n\s+at /);
  });

  it('a store that cannot be written is reported before the consent', async () => {
    const { run, home, sandbox } = await person();
    await writeFile(join(home, 'cdktf-provider-svc'), '');
    const failed = await run(['login', '--no-browser']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be written \(E\w+\)/) });
    expect(failed.stderr).not.toContain('authorize');
    expect(sandbox.controls.requests.count()).toBe(0);
  });

  it.each([1e15, '60'])('a token that claims to last %j seconds is stored all the same', async expires_in => {
    const { start, run, sandbox } = await person();
    const tokens = {
      access_token: 'svc_at_FAKE',
      token_type: 'Bearer',
      refresh_token: 'svc_rt_FAKE',
      scope: 'a b',
    };
    const body = { ...tokens, expires_in };
    sandbox.controls.faults.add({
      operation: 'oauth.token',
      effect: { kind: 'status', status: 200, body },
    });
    const login = start(['login', '--no-browser']);
    await fetch(await printedAddress(login));
    expect(await login.exit).toBe(0);
    expect((await run(['whoami'])).stdout).toMatch(/until 20\d\d-/);
  });

  it('text from the token endpoint is escaped for the terminal', async () => {
    const { start, run, sandbox, file } = await person();
    const hostile = 'tenants:read \u001b]0;owned\u0007 \u202eevil\u009b2J\nerror: forged';
    const tokens = { access_token: 'svc_at_FAKE', token_type: 'Bearer', refresh_token: 'svc_rt_FAKE' };
    const body = { ...tokens, expires_in: 3600, scope: hostile };
    sandbox.controls.faults.add({ operation: 'oauth.token', effect: { kind: 'status', status: 200, body } });
    const login = start(['login', '--no-browser']);
    await fetch(await printedAddress(login));
    expect(await login.exit).toBe(0);
    // An earlier version stored such words.
    const stored = storedLogins.parse(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(
      file,
      JSON.stringify({ logins: stored.logins.map(entry => ({ ...entry, scope: hostile })) }),
    );
    const who = await run(['whoami']);
    for (const said of [login.output.stderr, who.stdout]) {
      expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(said).not.toMatch(/^error: forged/m);
    }
    expect(who.stdout).toContain('\\u{1b}]0;owned\\u{7} \\u{202e}evil\\u{9b}2J error: forged');
    expect(who.stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it('an authorization server that declines with escape sequences is quoted without them', async () => {
    const { start } = await person();
    const login = start(['login', '--no-browser']);
    const query = new URL(await printedAddress(login)).searchParams;
    const callback = new URL(query.get('redirect_uri') ?? '');
    const words = { error: 'access_denied\u001b[2J', error_description: '\u001b]0;owned\u0007' };
    callback.search = new URLSearchParams({ state: query.get('state') ?? '', ...words }).toString();
    await fetch(callback);
    expect(await login.exit).toBe(1);
    expect(login.output.stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}|owned/u);
  });

  it('a login is the same under every spelling of its address', async () => {
    const { start, run, sandbox, file } = await person();
    const login = start(['login', '--no-browser', '--auth-url', `${sandbox.url}/`]);
    await fetch(await printedAddress(login));
    expect(await login.exit).toBe(0);
    const again = start(['login', '--no-browser', '--auth-url', sandbox.url.replace('http', 'HTTP')]);
    await fetch(await printedAddress(again));
    expect(await again.exit).toBe(0);
    const { logins } = storedLogins.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(logins).toMatchObject([{ auth_url: sandbox.url }]);
    expect((await run(['whoami', '--auth-url', `${sandbox.url}//`])).code).toBe(0);
    expect((await run(['logout', '--auth-url', `${sandbox.url}/`])).stderr).toContain('Logged out');
    expect((await run(['whoami'])).code).toBe(1);
  });
});
