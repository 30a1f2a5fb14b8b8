import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notNegative, portNumber, positive, seedFile } from '../../../src/cli/sandbox/flags';
import type { OperationName } from '../../../src/client/contract/operations';
import { pathOf } from '../../harness/operations';
import { startedCommand } from '../../harness/programs/started-command';
import { receiver } from '../../harness/servers/receiver';
import { builtCommand } from './built-command';

const announcement = z.object({
  url: z.url(),
  api_key: z.string().regex(/^svc_(live|test)_[0-9A-Za-z]{32}$/),
});

const temporaryFile = (content: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-cli-')), 'platform.json');
  writeFileSync(file, content);
  return file;
};

/** The command as a real process that serves. */
async function serving(options: readonly string[], program = builtCommand) {
  const command = startedCommand(process.execPath, [program, 'sandbox', ...options], {});
  await expect.poll(() => command.output.stderr).toContain('Ctrl-C');
  const [line = ''] = command.output.stdout.split('\n');
  const { url, api_key } = announcement.parse(JSON.parse(line));
  const headers = { authorization: `Bearer ${api_key}` };
  const send = (operation: OperationName) => fetch(url + pathOf(operation), { headers });
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { ...command, api_key, send, post };
}

describe('the sandbox command', { timeout: 40_000 }, () => {
  it('has the content of its seed, keys of its environment, and the words of its dialect', async () => {
    const seed = temporaryFile('{"tenants": [{"id": "ten_seeded", "name": "Seeded"}]}');
    const options = ['--environment', 'live', '--quiet', '--deliver-anywhere', '--dialect', 'verbose'];
    const speed = ['--latency', '500', '--speed', '1000000'];
    const { api_key, send, post, output } = await serving(['--seed', seed, ...options, ...speed]);
    expect(api_key).toMatch(/^svc_live_/);
    const advanced = await post('/_sandbox/clock/advance', { milliseconds: 0 });
    const { now } = z.object({ now: z.string() }).parse(await advanced.json());
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(3_600_000);
    const before = performance.now();
    expect(await (await send('tenants.list')).text()).toMatch(/ten_seeded.*"has_more":false/);
    expect(performance.now() - before).toBeGreaterThan(498);
    expect(output.stderr).toContain('Deliveries may leave this machine');
    expect(output.stderr).not.toContain('GET');
  });

  it('delivers after its own files are gone: the Python package removes them when its command ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-unpacked-'));
    for (const name of ['cli.cjs', 'parts'])
      cpSync(join('dist', name), join(folder, name), { recursive: true });
    const { url, got } = await receiver(() => 204);
    const { post } = await serving(['--quiet'], join(folder, 'cli.cjs'));
    rmSync(folder, { recursive: true });
    const endpoint = { url, events: ['alert.created'], secret: 'fake-secret' };
    await post(pathOf('webhooks.create'), endpoint);
    await post('/_sandbox/events', { type: 'alert.created', tenant_id: 'ten_acme' });
    await expect.poll(() => got).toHaveLength(1);
  });
});

describe('a flag of the sandbox', () => {
  it.each([
    [portNumber, '0', 0],
    [positive, '0.5', 0.5],
    [notNegative, '0', 0],
    [seedFile, temporaryFile('{"tenants":[]}'), { tenants: [] }],
  ])('(%#) takes %s', (parse, text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    [portNumber, '65536', 'It must be a whole number from 0 to 65535.'],
    [positive, '0', 'It must be a number greater than 0.'],
    [positive, 'Infinity', 'It must be a number greater than 0.'],
    [notNegative, '-0.1', 'It must be a number, 0 or greater.'],
    [seedFile, 'no-such-file.json', 'The file cannot be read, or is not JSON.'],
  ])('(%#) refuses %j', (parse, text, problem) => {
    expect(() => parse(text)).toThrow(problem);
  });
});
