import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildProvider } from '../../scripts/build/provider';
import { encodeProviderSchema } from '../../src/plugin/rpc/get-provider-schema';
import { svc } from '../../src/provider';
import { startSandbox } from '../../src/sandbox';
import { ForeignClient } from './foreign-client';
import { killPlugin, type StartedPlugin, startPlugin } from './plugin-process';

/** What costs time is counted here, and timed in the bench alone. */
let directory: string;
let folder: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'costs-'));
  const entry = join(__dirname, '..', '..', 'src', 'provider', 'main.ts');
  await buildProvider({ entry, schema: encodeProviderSchema(svc), version: '1.2.3', directory });
  folder = join(directory, 'provider');
});
afterAll(() => rm(directory, { recursive: true }));

const service = 'tfplugin6.Provider';
const unset = {
  request_timeout: null,
  max_retries: null,
  requests_per_second: null,
  refresh: null,
  allow_self_revoke: null,
};

async function startProvider(environment: Record<string, string> = {}) {
  const plugin = await startPlugin(join(folder, 'provider.cjs'), environment);
  const client = new ForeignClient(plugin);
  onTestFinished(async () => {
    client.close();
    await killPlugin(plugin);
  });
  return { plugin, client };
}

async function configure(client: ForeignClient, platform: { readonly url: string; readonly key: string }) {
  const msgpack = Buffer.from(encode({ ...unset, base_url: platform.url, api_key: platform.key }));
  const request = { terraform_version: '1.11.4', config: { msgpack } };
  expect(await client.call(service, 'ConfigureProvider', request)).toMatchObject({
    value: { diagnostics: [] },
  });
}

describe('the requests of a walk', () => {
  test.each([
    [1, 1, 1, 1],
    [1, 1000, 1, 2],
    [1000, 1000, 10, 12],
  ])('%i reads of %i endpoints cost %i to %i', async (reads, size, least, most) => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const endpoints = Array.from({ length: size }, (_, index) =>
      sandbox.controls.webhooks.create({ url: `https://a.example/${index}`, events: ['alert.created'] }),
    );
    const { client } = await startProvider();
    await configure(client, sandbox);
    const pending = endpoints.slice(-reads);
    const readOn = async () => {
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        const msgpack = Buffer.from(encode({ ...next, on_degraded: 'warn', secret: null }));
        const request = { type_name: 'svc_webhook_endpoint', current_state: { msgpack } };
        expect(await client.call(service, 'ReadResource', request)).toMatchObject({
          value: { diagnostics: [], new_state: { msgpack: expect.anything() } },
        });
      }
    };
    // As many at a time as Terraform's own default.
    await Promise.all(Array.from({ length: 10 }, readOn));
    expect(sandbox.controls.requests.count()).toBeGreaterThanOrEqual(least);
    expect(sandbox.controls.requests.count()).toBeLessThanOrEqual(most);
  });
});

test('the schema that is answered is the one of the definition', async () => {
  const { client } = await startProvider();
  const answer = await client.call(service, 'GetProviderSchema', {});
  const { resources, dataSources, functions } = svc;
  const names = (definitions: readonly { name: string }[]) => definitions.map(({ name }) => name).toSorted();
  const nameless = { resource_schemas: {}, data_source_schemas: {}, functions: {} };
  const schemas = 'value' in answer ? Object.assign(nameless, answer.value) : nameless;
  expect(Object.keys(schemas.resource_schemas).toSorted()).toEqual(names(resources));
  expect(Object.keys(schemas.data_source_schemas).toSorted()).toEqual(names(dataSources));
  expect(Object.keys(schemas.functions).toSorted()).toEqual(names(functions));
});

describe('what a launch loads', () => {
  const recorder = join(__dirname, 'fixture', 'module-recorder.cjs');

  async function modulesOf(work: (client: ForeignClient) => Promise<unknown>) {
    const { plugin, client } = await startProvider({ NODE_OPTIONS: `--require ${recorder}` });
    await work(client);
    return recordedBy(client, plugin);
  }

  async function recordedBy(client: ForeignClient, plugin: StartedPlugin) {
    client.close();
    await plugin.ended;
    const [before = '', after = ''] = (await plugin.stderr).split('HANDSHAKE');
    const names = (text: string) => [...text.matchAll(/^LOAD (.*)$/gm)].map(([, name]) => name ?? '');
    return { before: names(before), after: new Set(names(after)) };
  }

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
    const { after: active } = await modulesOf(client => configure(client, sandbox));
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
