import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient, proxiesOf } from '../../../src/client';
import { startLoopbackProxy } from '../../harness/servers/loopback-proxy';
import { securePlatform } from '../../harness/servers/secure-platform';
import { failureOf, newEndpoint, printed, scene, testKey } from './client-fixture';
import { page } from './loopback-platform';

const password = 'fake: p@ss/word of the proxy';
const through = (environment: Record<string, string>): Partial<ClientOptions> => ({
  proxies: proxiesOf(environment),
  maxRetries: 0,
});

function clientOf(baseUrl: string, options: Partial<ClientOptions>) {
  const client = createClient({ baseUrl, credential: testKey, maxRetries: 0, ...options });
  onTestFinished(() => client.close());
  return client;
}

describe('a proxy of the environment', () => {
  it('carries the calls to an HTTPS platform, end to end encrypted', async () => {
    const { url, tunnels, plainRequests } = await startLoopbackProxy(password);
    const { host, url: baseUrl, certificate, credentials } = await securePlatform();
    const client = clientOf(baseUrl, { extraCertificates: certificate, ...through({ HTTPS_PROXY: url }) });
    await client.webhooks.list();
    await client.webhooks.list();
    expect([credentials.length, tunnels, plainRequests]).toEqual([2, [host], []]);
  });

  it.each([
    ['127.0.0.1', 0],
    ['example.com', 1],
  ])('NO_PROXY=%s leaves %i of the tunnels', async (noProxy, count) => {
    const { url, tunnels } = await startLoopbackProxy(password);
    const { client } = await scene([page()], through({ HTTP_PROXY: url, NO_PROXY: noProxy }));
    await client.webhooks.list();
    expect(tunnels).toHaveLength(count);
  });

  it.each([
    ['that refuses', (url: string) => url.replace(/%20/g, 'wrong'), '407'],
    ['that is not there', () => `http://user:${encodeURIComponent(password)}@127.0.0.1:1`, 'ECONNREFUSED'],
  ])('%s is an error without its password, and nothing was sent', async (_, change, code) => {
    const { url } = await startLoopbackProxy(password);
    const { client, platform } = await scene([page()], through({ HTTP_PROXY: change(url) }));
    const failure = await failureOf(client.webhooks.create(newEndpoint));
    expect(failure).toMatchObject({ name: 'Unreachable', message: expect.stringContaining(code) });
    expect(printed(failure)).not.toMatch(/password|user:/);
    expect(platform.received).toEqual([]);
  });

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTP_PROXY: 'proxy.example:3128' }, ['http://proxy.example:3128', '', '']],
    [{ http_proxy: 'http://a.example' }, ['http://a.example', '', '']],
    [{ HTTPS_PROXY: 'https://a.example', https_proxy: 'http://b.example' }, ['', 'http://b.example', '']],
    [{ https_proxy: '', HTTPS_PROXY: 'http://big.example' }, undefined],
    [{ HTTP_PROXY: ' http://a.example ', no_proxy: 'b.example' }, ['http://a.example', '', 'b.example']],
  ])('of %j is %j', (environment, expected) => {
    const found = proxiesOf(environment);
    expect(found && [found.httpProxy, found.httpsProxy, found.noProxy]).toEqual(expected);
  });

  it.each([
    'http://user:fake-password@',
    'socks5://user:fake-password@proxy.example',
    'http://%ZZfake-password:x@h',
  ])('with an address that is none is refused without being shown: %s', address => {
    const name = 'HTTPS_PROXY';
    expect(() => proxiesOf({ [name]: address })).toThrow(/^HTTPS_PROXY is not the address of a proxy, such/);
    expect(() => proxiesOf({ [name]: address })).not.toThrow(/fake-password/);
  });
});

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  /** Node.js looks at its environment when it connects. */
  const uncheckedPlatform = async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    return securePlatform();
  };

  it.each([
    ['straight', () => undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['through a proxy', (proxy: string) => proxy, 'SELF_SIGNED'],
    // The platform itself plays the TLS proxy. It does not get the password.
    [
      'through a TLS proxy',
      (_: string, url: string) => url.replace('://', '://user:fake-password@'),
      'SELF_SIGNED',
    ],
  ])(
    'a server with an untrusted certificate gets no request, and no second attempt: %s',
    async (_, proxyOf, code) => {
      const { url: proxy } = await startLoopbackProxy('fake-password');
      const { url, credentials } = await uncheckedPlatform();
      const proxies = proxiesOf({ HTTPS_PROXY: proxyOf(proxy, url) });
      const failure = await failureOf(clientOf(url, { proxies, maxRetries: 4 }).checkConnection());
      expect(failure).toMatchObject({ name: 'Unreachable', code: expect.stringContaining(code) });
      expect(failure.message).toContain('tried once');
      expect(credentials).toEqual([]);
    },
  );

  it('certificates that cannot be read are an error that names the option', async () => {
    const { url } = await uncheckedPlatform();
    const extraCertificates = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const failure = await failureOf(clientOf(url, { extraCertificates }).checkConnection());
    expect(failure.message).toBe('extraCertificates cannot be read as certificates.');
  });
});
