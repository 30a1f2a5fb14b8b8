import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, createClient, proxiesOf } from '../../../src/client';
import { startLoopbackProxy } from '../../harness/servers/loopback-proxy';
import { securePlatform } from '../../harness/servers/secure-platform';
import { failureOf, newEndpoint, scene, testKey, webhookEndpoint } from './client-fixture';
import { json } from './loopback-platform';

const password = 'fake: p@ss/word of the proxy';
const proxy = async () => {
  const started = await startLoopbackProxy(password);
  onTestFinished(() => started.close());
  return started;
};
const through = (environment: Record<string, string>): Partial<ClientOptions> => ({
  proxies: proxiesOf(environment),
  maxRetries: 0,
});
const list = json(200, { data: [webhookEndpoint()], next_cursor: null });

describe('a proxy of the environment', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'])(
    '%s carries the calls to an HTTPS platform, end to end encrypted',
    async name => {
      const { url, tunnels, plainRequests } = await proxy();
      const { host, url: baseUrl, certificate, credentials } = await securePlatform();
      const trust = { baseUrl, credential: testKey, extraCertificates: certificate };
      const client = createClient({ ...trust, ...through({ [name]: url }) });
      onTestFinished(() => client.close());
      await client.webhooks.list();
      await client.webhooks.list();
      expect(credentials).toHaveLength(2);
      expect(tunnels).toEqual([host]);
      expect(plainRequests).toEqual([]);
    },
  );

  it('opens a tunnel also to a plain loopback platform, so that it does not see the credential', async () => {
    const { url, tunnels, plainRequests } = await proxy();
    const { client, platform } = await scene([list], through({ http_proxy: url }));
    await client.webhooks.list();
    expect(tunnels).toEqual([new URL(platform.url).host]);
    expect(plainRequests).toEqual([]);
    expect(platform.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    ['127.0.0.1', 0],
    ['example.com *.example.org,127.0.0.1', 0],
    ['*', 0],
    ['127.0.0.1:1', 1],
    ['example.com', 1],
  ])('NO_PROXY=%s leaves %i of the tunnels', async (noProxy, count) => {
    const { url, tunnels } = await proxy();
    const { client } = await scene([list], through({ HTTP_PROXY: url, NO_PROXY: noProxy }));
    await client.webhooks.list();
    expect(tunnels).toHaveLength(count);
  });

  it('is used by as many connections as there are calls in flight', async () => {
    const { url, tunnels } = await proxy();
    const { client, platform } = await scene([json(201, webhookEndpoint())], through({ HTTP_PROXY: url }));
    const create = () => client.webhooks.create(newEndpoint);
    await Promise.all(Array.from({ length: 10 }, create));
    await Promise.all(Array.from({ length: 10 }, create));
    expect(platform.received).toHaveLength(20);
    expect(tunnels.length).toBeLessThanOrEqual(20);
  });

  it.each([
    [
      'that refuses',
      (url: string) => url.replace(encodeURIComponent(password), 'wrong-fake-password'),
      '407',
    ],
    ['that is not there', () => `http://user:${encodeURIComponent(password)}@127.0.0.1:1`, 'ECONNREFUSED'],
  ])('%s is an error without its password, and nothing was sent', async (_, change, code) => {
    const { url } = await proxy();
    const { client, platform } = await scene([list], through({ HTTP_PROXY: change(url) }));
    const failure = await failureOf(client.webhooks.create(newEndpoint));
    expect(failure.name).toBe('Unreachable');
    expect(failure.message).toContain(code);
    expect(`${failure.message}${failure.stack}${JSON.stringify(failure)}`).not.toMatch(/password|user:/);
    expect(platform.received).toEqual([]);
  });
});

describe('proxy settings in the environment', () => {
  it.each([
    [{}, undefined],
    [{ NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTP_PROXY: 'proxy.example:3128' }, ['http://proxy.example:3128', '', '']],
    [
      { HTTPS_PROXY: 'https://big.example', https_proxy: 'http://small.example' },
      ['', 'http://small.example', ''],
    ],
    [{ https_proxy: '', HTTPS_PROXY: 'http://big.example' }, undefined],
    [{ HTTP_PROXY: ' http://a.example ', no_proxy: 'b.example' }, ['http://a.example', '', 'b.example']],
  ])('%j means %j', (environment, expected) => {
    const found = proxiesOf(environment);
    expect(found && [found.httpProxy, found.httpsProxy, found.noProxy]).toEqual(expected);
  });

  it.each([
    'http://user:fake-password@',
    'socks5://user:fake-password@proxy.example',
    'http://%ZZfake-password:x@h',
  ])('an address that is none is refused without being shown: %s', address => {
    expect(() => proxiesOf({ HTTPS_PROXY: address })).toThrow(/^HTTPS_PROXY is not the address of a proxy/);
    expect(() => proxiesOf({ HTTPS_PROXY: address })).not.toThrow(/fake-password/);
  });
});
