import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { whoamiCommand } from '../../../src/cli/whoami';
import { aSandbox } from '../../harness/a-sandbox';
import { pageBrowser } from '../../harness/environment/page-browser';
import { commandLine, inProcess, printedAddress } from './command-line';

const storedLogins = z.object({
  logins: z.array(z.object({ auth_url: z.string(), access_token: z.string(), refresh_token: z.string() })),
});

const seen = z.object({ given: z.array(z.string()), modes: z.array(z.string()) });

const hasIPv6 = (networkInterfaces()['lo'] ?? []).some(({ family }) => family === 'IPv6');

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A person's home and an authorization server, with the commands as real processes. */
async function person() {
  const lines: string[] = [];
  const sandbox = await aSandbox({ log: line => lines.push(line) });
  const line = await commandLine({ SVC_AUTH_URL: sandbox.url, SVC_CLIENT_ID: 'test-application' });
  const stored = () => storedLogins.parse(JSON.parse(readFileSync(line.file, 'utf8'))).logins;
  return { sandbox, lines, ...line, stored };
}

describe('login, whoami and logout', { timeout: 120_000 }, () => {
  it('complete the flow under any spelling of the address, and never print a token', async () => {
    const { start, run, file, sandbox, lines, stored } = await person();
    const upper = sandbox.url.replace('http', 'HTTP');
    const login = start(['login', '--no-browser', '--scope', 'tenants:read', '--auth-url', `${upper}/`]);
    const page = await fetch(await printedAddress(login));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('You are logged in.')]);
    expect(await login.code).toBe(0);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const logins = stored();
    expect(logins).toMatchObject([{ auth_url: sandbox.url }]);
    const other = start(['login', '--no-browser', '--client-id', 'other']);
    await fetch(await printedAddress(other));
    expect(await other.code).toBe(0);
    const who = await run(['whoami']);
    for (const words of ['test-application, with the scopes: tenants:read.', 'other, with the scopes: '])
      expect(who.stdout).toContain(`${sandbox.url} as client ${words}`);
    const out = await run(['logout', '--auth-url', `${sandbox.url}/`]);
    expect(out).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('Logged out') });
    expect(stored()).toHaveLength(1);
    const said = JSON.stringify([login.output, who, out, lines]);
    for (const { access_token, refresh_token } of logins)
      for (const token of [access_token, refresh_token]) expect(said).not.toContain(token);
    expect((await run(['logout'])).stderr).toContain('Nobody was logged in');
  });

  it('give the address to the browser by a private page, which ends with the command, and not in its arguments', async () => {
    const { start, home } = await person();
    const browser = join(home, 'browser');
    writeFileSync(browser, pageBrowser, { mode: 0o755 });
    const login = start(['login'], { BROWSER: browser });
    expect(await login.code).toBe(0);
    const { given, modes } = seen.parse(JSON.parse(readFileSync(join(home, 'seen.json'), 'utf8')));
    // Browsers as snaps see neither /tmp nor hidden folders.
    expect([given, modes[0]]).toEqual([[`file://${home}/cdktf-provider-svc-login.html`], '600']);
    expect(existsSync(new URL(given[0] ?? ''))).toBe(false);
  });

  it('that is interrupted leaves no page, replaces that of a killed one, and leaves folders of others', async () => {
    const { start, home } = await person();
    const page = join(home, 'cdktf-provider-svc-login.html');
    const [left, other] = [join(home, 'left'), join(home, 'svc-login-server')];
    mkdirSync(other);
    utimesSync(other, 0, 0);
    writeFileSync(left, 'of a killed login');
    symlinkSync(left, page);
    const login = start(['login'], { BROWSER: 'true' });
    await printedAddress(login);
    await expect.poll(() => lstatSync(page).isFile()).toBe(true);
    expect(login.output.stderr).toContain("curl 'ADDRESS'");
    login.process.kill('SIGINT');
    expect([await login.code, existsSync(page)]).toEqual([130, false]);
    expect([readFileSync(left, 'utf8'), existsSync(other)]).toEqual(['of a killed login', true]);
  });

  it('take the registered redirect address as it is written, with localhost on both addresses', async () => {
    const { start, run } = await person();
    const port = await freePort();
    const redirect = `http://localhost:${port}/signed/in`;
    const login = start(['login', '--no-browser', '--redirect', redirect]);
    const address = new URL(await printedAddress(login));
    expect(address.searchParams.get('redirect_uri')).toBe(redirect);
    const ended = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
    for (const host of hasIPv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'])
      expect((await fetch(`http://${host}:${port}/`)).status).toBe(400);
    expect(await (await fetch(ended)).text()).toContain('You are logged in.');
    expect(await login.code).toBe(0);
    if (hasIPv6) {
      // A program of somebody else would get the code.
      const theirs = createServer().listen(port, '::1');
      await once(theirs, 'listening');
      const taken = await run(['login', '--no-browser', '--redirect', redirect]);
      expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('EADDRINUSE') });
      theirs.close();
    }
    for (const flawed of [
      'http://localhost/x',
      'https://localhost:1/',
      'http://a.example:1/',
      'http://localhost:1/?a',
    ])
      expect(await run(['login', '--redirect', flawed])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('a loopback host and a port'),
      });
  });

  it('with a browser that does not exist, the address is printed and the login continues', async () => {
    const { start } = await person();
    const login = start(['login'], { BROWSER: 'no-such-browser' });
    const address = await printedAddress(login);
    await expect.poll(() => login.output.stderr).toContain('could not open a browser here');
    await fetch(address);
    expect(await login.code).toBe(0);
  });

  it('a store that breaks during the login is reported to the browser and in the terminal', async () => {
    const { start, sandbox, file } = await person();
    const exchange = sandbox.controls.faults.add({
      operation: 'oauth.token',
      effect: { kind: 'hang-before' },
    });
    const login = start(['login', '--no-browser']);
    const page = fetch(await printedAddress(login));
    await exchange.reached;
    // A disk that breaks in the meantime.
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), '');
    sandbox.controls.faults.clear();
    expect(await (await page).text()).toContain('The login failed. See the terminal for the reason.');
    expect(await login.code).toBe(1);
    expect(login.output.stderr).toMatch(/error: \S+credentials\.json cannot be written \(E\w+\)/);
    expect(login.output.stderr).not.toMatch(/Logged in|\n\s+at /);
  });

  it('a store that cannot be written is reported before the consent', async () => {
    const { run, file, sandbox } = await person();
    writeFileSync(dirname(file), '');
    const failed = await run(['login', '--no-browser']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be written \(E\w+\)/) });
    expect(failed.stderr).not.toContain('authorize');
    expect(sandbox.controls.requests.count()).toBe(0);
  });
});

it('whoami names what login needs, on a line of its own', async () => {
  const { home } = await commandLine({});
  const { error = '' } = await inProcess(whoamiCommand(), [], { XDG_CONFIG_HOME: home });
  expect(error.split('\n')).toContain('    npx --no cdktf-provider-svc login --auth-url URL --client-id ID');
});
