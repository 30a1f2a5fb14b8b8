import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { builtCommand } from './built-command';

const announcement = z.object({
  url: z.url(),
  api_key: z.string().regex(/^svc_(live|test)_[0-9A-Za-z]{32}$/),
});

interface Run {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Exit code, `null` when a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** The command as a real process. */
function run(...args: string[]): Run {
  const child = spawn(process.execPath, [builtCommand, ...args]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', chunk => {
    output.stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    output.stderr += chunk;
  });
  const exit = once(child, 'close').then(([code]) => z.number().nullable().parse(code));
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  return { process: child, output, exit };
}

async function started(run: Run) {
  await expect.poll(() => run.output.stderr).toContain('Ctrl-C');
  const [line = ''] = run.output.stdout.split('\n');
  return announcement.parse(JSON.parse(line));
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function failed({ exit, output }: Run): Promise<{ code: number | null; line: string; stdout: string }> {
  const code = await exit;
  return { code, line: output.stderr.trimEnd(), stdout: output.stdout };
}

describe('the sandbox command', { timeout: 40_000 }, () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'announces itself in one line of JSON, serves, and %s closes it cleanly',
    async signal => {
      const command = run('sandbox');
      const { url, api_key } = await started(command);
      const response = await fetch(`${url}/v1/tenants`, { headers: { authorization: `Bearer ${api_key}` } });
      expect(response.status).toBe(200);
      command.process.kill(signal);
      expect(await command.exit).toBe(0);
      expect(command.output.stdout.split('\n')).toHaveLength(2);
      expect(command.output.stderr).toContain('GET /v1/tenants 200');
      expect(command.output.stderr).not.toContain(api_key);
    },
  );

  it('with a data file has the same key and objects after it was killed', async () => {
    const data = join(await temporaryFolder(), 'platform.json');
    const first = run('sandbox', '--data', data, '--environment', 'live');
    const before = await started(first);
    const headers = { authorization: `Bearer ${before.api_key}` };
    const body = JSON.stringify({ name: 'kept', tenant_id: 'ten_acme', scopes: [] });
    const issued = await fetch(`${before.url}/v1/api_keys`, { method: 'POST', headers, body });
    const { key } = z.object({ key: z.string().startsWith('svc_live_') }).parse(await issued.json());
    first.process.kill('SIGKILL');
    await first.exit;

    const after = await started(run('sandbox', '--data', data));
    expect(after.api_key).toBe(before.api_key);
    const again = await fetch(`${after.url}/v1/tenants`, { headers: { authorization: `Bearer ${key}` } });
    expect(again.status).toBe(200);
  });

  it('starts from a seed file', async () => {
    const seed = join(await temporaryFolder(), 'seed.json');
    await writeFile(seed, JSON.stringify({ tenants: [{ id: 'ten_seeded', name: 'Seeded' }] }));
    const { url, api_key } = await started(run('sandbox', '--seed', seed, '--quiet'));
    const response = await fetch(`${url}/v1/tenants`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(await response.text()).toContain('ten_seeded');
  });

  it.each([
    [[], false],
    [['--deliver-anywhere'], true],
  ])('with %j says whether deliveries may leave this machine: %j', async (options, leaves) => {
    const command = run('sandbox', ...options);
    await started(command);
    expect(command.output.stderr.includes('Deliveries may leave this machine')).toBe(leaves);
  });

  it('names the place of an id that a seed has twice, and exits with 2', async () => {
    const seed = join(await temporaryFolder(), 'seed.json');
    const tenant = { id: 'ten_twice', name: 'Twice' };
    await writeFile(seed, JSON.stringify({ tenants: [tenant, { name: 'Other' }, tenant] }));
    const { code, line } = await failed(run('sandbox', '--seed', seed));
    expect(line).toContain('At tenants.2.id: is the id of item 0 too.');
    expect(code).toBe(2);
  });

  it.each([
    [
      'webhooks',
      { id: 'wh_1', url: 'https://a.example/', events: ['alert.created'], secret: 'not-a-secret' },
    ],
    ['apiKeys', { id: 'key_1', name: 'a', tenant_id: 'ten_acme' }],
  ])('refuses a seed whose %s name ids, which the platform gives', async (list, member) => {
    const seed = join(await temporaryFolder(), 'seed.json');
    await writeFile(seed, JSON.stringify({ [list]: [member, member] }));
    const { code, line } = await failed(run('sandbox', '--seed', seed));
    expect(line).toContain(`At ${list}.0: Unrecognized key: "id".`);
    expect(code).toBe(2);
  });

  it('says in one line that the port is taken, and exits with 1', async () => {
    const { url } = await started(run('sandbox'));
    const { code, line, stdout } = await failed(run('sandbox', '--port', new URL(url).port));
    expect(line).toMatch(/^error: Port \d+ on 127\.0\.0\.1 is taken\. .+$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('says in one line that the data file is damaged, and exits with 1', async () => {
    const data = join(await temporaryFolder(), 'platform.json');
    await writeFile(data, '{"format":');
    const { code, line } = await failed(run('sandbox', '--data', data));
    expect(line).toMatch(/^error: The data file .+ damaged\..+$/);
    expect(code).toBe(1);
  });

  it.each([
    [['sandbox', '--port', '70000'], 'whole number from 0 to 65535'],
    [['sandbox', '--data', ''], 'must be the name of a file'],
    [['sandbox', '--speed', '0'], 'greater than 0'],
    [['sandbox', '--latency', 'slow'], '0 or greater'],
    [['sandbox', '--environment', 'prod'], 'Allowed choices are test, live'],
    [['sandbox', '--seed', 'no-such-file.json'], 'cannot be read'],
    [['sandbox', '--no-such-option'], 'unknown option'],
    [['no-such-command'], 'unknown command'],
  ])('%j is wrong use: one line and exit code 2', async (args, words) => {
    const { code, line } = await failed(run(...args));
    expect(line).toMatch(/^error: .+$/);
    expect(line).toContain(words);
    expect(code).toBe(2);
  });
});
