import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { ForeignClient } from './foreign-client';
import { startPlugin } from './plugin-process';

/** What costs time is counted here, and timed in the bench alone. */
const folder = join(__dirname, '..', '..', 'dist', 'provider');
const recorder = join(__dirname, 'fixture', 'module-recorder.cjs');
const service = 'tfplugin6.Provider';

/** The modules that the built provider loads for some work, before its handshake line and after. */
async function modulesOf(work: (client: ForeignClient) => Promise<unknown>) {
  const plugin = await startPlugin(join(folder, 'provider.cjs'), { NODE_OPTIONS: `--require ${recorder}` });
  const client = new ForeignClient(plugin);
  await work(client);
  client.close();
  await plugin.ended;
  const [before = '', after = ''] = (await plugin.stderr).split('HANDSHAKE');
  const names = (text: string) => [...text.matchAll(/^LOAD (.*)$/gm)].map(([, name]) => name ?? '');
  return { before: names(before), after: new Set(names(after)) };
}

describe('what a launch loads', () => {
  const askSchema = (client: ForeignClient) => client.call(service, 'GetProviderSchema', {});

  test('before its handshake line: one file of ours beside the entry, and six modules of Node', async () => {
    const { before } = await modulesOf(askSchema);
    expect([...new Set(before)].toSorted()).toEqual([
      './start',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:net',
      'node:path',
      'node:stream',
    ]);
  });

  test('for the schema: no further file of our program, and no HTTP/2 of Node', async () => {
    const { after } = await modulesOf(askSchema);
    expect([...after].filter(name => name.startsWith('.') || name === 'node:http2')).toEqual([]);
  });

  test('no HTTP client, unless it talks to the platform', async () => {
    const { after: idle } = await modulesOf(askSchema);
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const settings = { request_timeout: null, max_retries: null, requests_per_second: null };
    const { url: base_url, key: api_key } = sandbox;
    const msgpack = Buffer.from(
      encode({ ...settings, refresh: null, allow_self_revoke: null, base_url, api_key }),
    );
    const { after: active } = await modulesOf(async client => {
      const request = { terraform_version: '1.11.4', config: { msgpack } };
      const answer = await client.call(service, 'ConfigureProvider', request);
      expect(answer).toMatchObject({ value: { diagnostics: [] } });
    });
    const httpClient = ['./undici', 'node:http', 'node:fs/promises'];
    expect(httpClient.filter(name => idle.has(name))).toEqual([]);
    expect([...active].filter(name => name.includes('undici'))).toEqual(['./undici']);
    expect(
      ['node:http', 'node:http2', 'node:assert', 'node:fs/promises', 'node:zlib'].filter(name =>
        active.has(name),
      ),
    ).toEqual([]);
  });
});

test('the program is small: up to the handshake, without the HTTP client, and as a whole', () => {
  const bytes = (chosen: (name: string) => boolean) =>
    readdirSync(folder)
      .filter(name => name.endsWith('.cjs') && chosen(name))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const kibibyte = 1024;
  expect(bytes(name => /^(provider\.|start-)/.test(name))).toBeLessThan(32 * kibibyte);
  const isHttpClient = (name: string) =>
    readFileSync(join(folder, name), 'utf8').includes('UND_ERR_CONNECT_TIMEOUT');
  expect(bytes(name => !/^(undici|login)-/.test(name) && !isHttpClient(name))).toBeLessThan(254 * kibibyte);
  expect(bytes(() => true)).toBeLessThan(480 * kibibyte);
});
