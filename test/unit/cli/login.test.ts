import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../src/sandbox';

const storedTokens = z.object({
  logins: z.array(z.object({ access_token: z.string(), refresh_token: z.string() })),
});

/** A person's home and an authorization server, with the commands as real processes. */
async function person() {
  const lines: string[] = [];
  const sandbox = await startSandbox({ log: line => lines.push(line) });
  const home = await mkdtemp(join(tmpdir(), 'svc-person-'));
  onTestFinished(async () => {
    await sandbox.close();
    await rm(home, { recursive: true, force: true });
  });
  const file = join(home, 'cdktf-provider-svc', 'credentials.json');
  const server = { SVC_AUTH_URL: sandbox.url, SVC_CLIENT_ID: 'test-application' };
  const start = (parameters: readonly string[], more: Record<string, string> = {}) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, ...server, ...more };
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...parameters], { env });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', chunk => {
      output.stdout += chunk;
    });
    child.stderr.on('data', chunk => {
      output.stderr += chunk;
    });
    onTestFinished(() => {
      if (child.exitCode === null) child.kill('SIGKILL');
    });
    return { output, exit: once(child, 'close').then(([code]) => z.number().nullable().parse(code)) };
  };
  const run = async (parameters: readonly string[], more: Record<string, string> = {}) => {
    const { output, exit } = start(parameters, more);
    return { code: await exit, ...output };
  };
  return { sandbox, home, file, start, run, lines };
}

async function printedAddress({ output }: { output: { stderr: string } }): Promise<string> {
  const address = () => /^http\S+authorize\S+$/m.exec(output.stderr)?.[0];
  await expect.poll(address, { timeout: 30_000 }).toBeDefined();
  return address() ?? '';
}

describe('login, whoami and logout', { timeout: 120_000 }, () => {
  it('go the whole way, and never say a token', async () => {
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

  it('a login waits past answers that are not its own, and a person who declines ends it', async () => {
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
    await expect(stat(file)).rejects.toThrow('ENOENT');
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
    [['login', '--no-browser'], { SVC_AUTH_URL: 'http://auth.example.com' }, 1, /authUrl must use https/],
    [['login', '--no-browser'], { SVC_CLIENT_ID: '' }, 1, /clientId is not/],
    [['login', '--auth-url'], {}, 2, /argument missing/],
  ])('%j with %j fails at once', async (parameters, environment, code, saying) => {
    const { run } = await person();
    expect(await run(parameters, environment)).toMatchObject({ code, stderr: expect.stringMatching(saying) });
  });
});
