import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sandboxCommand } from '../../../src/cli/sandbox/command';
import { fileName, notNegative, portNumber, positive, seedFile } from '../../../src/cli/sandbox/flags';
import { commandLine, inProcess } from './command-line';

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
async function serving(...options: string[]) {
  const { start } = await commandLine({});
  const command = start(['sandbox', ...options]);
  await expect.poll(() => command.output.stderr).toContain('Ctrl-C');
  const [line = ''] = command.output.stdout.split('\n');
  const { url, api_key } = announcement.parse(JSON.parse(line));
  const tenants = () =>
    fetch(`${url}/v1/tenants`, { headers: { authorization: `Bearer ${api_key}` } }).then(answer =>
      answer.text(),
    );
  return { ...command, api_key, tenants };
}

describe('the sandbox command', { timeout: 40_000 }, () => {
  it('with a data file has the same key and objects after it was killed', async () => {
    const data = join(mkdtempSync(join(tmpdir(), 'svc-cli-')), 'platform.json');
    const seed = temporaryFile('{"tenants": [{"id": "ten_seeded", "name": "Seeded"}]}');
    const first = await serving('--data', data, '--environment', 'live', '--seed', seed);
    expect(first.api_key).toMatch(/^svc_live_/);
    first.process.kill('SIGKILL');
    await first.exit;
    const after = await serving('--data', data, '--quiet', '--deliver-anywhere', '--dialect', 'verbose');
    expect(after.api_key).toBe(first.api_key);
    expect(await after.tenants()).toMatch(/ten_seeded.*"has_more":false/);
    expect(after.output.stderr).toContain('Deliveries may leave this machine');
    expect(after.output.stderr).not.toContain('GET');
  });

  it('delivers after its own files are gone: the Python package removes them when its command ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-unpacked-'));
    for (const name of ['cli.cjs', 'undici.cjs']) copyFileSync(join('dist', name), join(folder, name));
    const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    const sandbox = spawn(process.execPath, [join(folder, 'cli.cjs'), 'sandbox', '--quiet']);
    onTestFinished(() => void [sandbox.kill('SIGKILL'), receiver.close()]);
    const [line] = await once(sandbox.stdout, 'data');
    const { url, api_key } = announcement.parse(JSON.parse(String(line).split('\n')[0] ?? ''));
    rmSync(folder, { recursive: true });
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${api_key}` },
        body: JSON.stringify(body),
      });
    const { port } = receiver.address() as AddressInfo;
    const events = ['alert.created'];
    await post('/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events, secret: 'fake-secret' });
    const delivered = once(receiver, 'request');
    await post('/_sandbox/events', { type: 'alert.created', tenant_id: 'ten_acme' });
    await delivered;
  });

  it('does not stop and start at once', async () => {
    const { error } = await inProcess(sandboxCommand(), ['--stop', '--background']);
    expect(error).toContain('cannot be used with');
  });
});

describe('a flag of the sandbox', () => {
  const tenant = { id: 'ten_twice', name: 'Twice' };
  it.each([
    [portNumber, '0', 0],
    [portNumber, '65535', 65_535],
    [fileName, 'a b', 'a b'],
    [positive, '0.5', 0.5],
    [notNegative, '0', 0],
    [seedFile, temporaryFile(JSON.stringify({ tenants: [tenant] })), { tenants: [tenant] }],
  ])('(%#) takes %s', (parse, text, value) => {
    expect(parse(text)).toEqual(value);
  });

  const twice = temporaryFile(JSON.stringify({ tenants: [tenant, tenant] }));
  it.each([
    [portNumber, '65536', 'It must be a whole number from 0 to 65535.'],
    [portNumber, '-1', 'It must be a whole number from 0 to 65535.'],
    [fileName, ' ', 'It must be the name of a file.'],
    [positive, '0', 'It must be a number greater than 0.'],
    [positive, 'Infinity', 'It must be a number greater than 0.'],
    [notNegative, ' ', 'It must be a number, 0 or greater.'],
    [notNegative, '-0.1', 'It must be a number, 0 or greater.'],
    [seedFile, 'no-such-file.json', 'The file cannot be read, or is not JSON.'],
    [seedFile, temporaryFile('[]'), 'At the top: must be an object.'],
    [seedFile, twice, 'At tenants.1.id: is the id of item 0 too.'],
  ])('(%#) refuses %j', (parse, text, problem) => {
    expect(() => parse(text)).toThrow(problem);
  });
});
