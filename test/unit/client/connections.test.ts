import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient, proxiesOf, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { startLoopbackProxy } from '../../harness/servers/loopback-proxy';
import { securePlatform } from '../../harness/servers/secure-platform';
import { failureOf, newEndpoint, printed, testKey } from './client-fixture';
import { json, page, startLoopbackPlatform } from './loopback-platform';

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

it('each address of a host has time for a way around the world before the next one is tried', async () => {
  const platform = await startLoopbackPlatform(page());
  const connecting = vi.spyOn(net, 'connect');
  await clientOf(platform.url, {}).webhooks.listNow();
  expect(connecting).toHaveBeenCalledWith(expect.objectContaining({ autoSelectFamilyAttemptTimeout: 1500 }));
  connecting.mockRestore();
});

describe('a proxy of the environment', () => {
  it('carries the calls to an HTTPS platform, end to end encrypted', async () => {
    const { url, tunnels, plainRequests } = await startLoopbackProxy(password);
    const { host, url: baseUrl, certificate, credentials } = await securePlatform('platform.test');
    const client = clientOf(baseUrl, { extraCertificates: certificate, ...through({ HTTPS_PROXY: url }) });
    const trusting = vi.spyOn(tls, 'createSecureContext');
    syncBuiltinESMExports();
    await client.webhooks.listNow();
    expect(trusting).toHaveBeenCalledWith({ ca: [...tls.rootCertificates, certificate] });
    trusting.mockRestore();
    syncBuiltinESMExports();
    await client.webhooks.listNow();
    expect([credentials.length, tunnels, plainRequests]).toEqual([2, [host], []]);
    await client.close();
    await expect(client.webhooks.listNow(), 'once it is closed').rejects.toThrow();
  });

  it.each(['localhost', '127.0.0.1'])('carries nothing to %s, and never sees its credential', async host => {
    const { url, tunnels, plainRequests } = await startLoopbackProxy(password);
    const environment = { HTTP_PROXY: url, HTTPS_PROXY: url };
    const tokens = json(200, { access_token: 'at_FAKE', token_type: 'Bearer', refresh_token: 'rt_FAKE' });
    const platform = await startLoopbackPlatform(page(), tokens);
    const address = platform.url.replace('127.0.0.1', host);
    await clientOf(address, through(environment)).webhooks.listNow();
    const proxies = proxiesOf(environment);
    const server = createAuthorizationServer({ authUrl: address, clientId: 'a', proxies }, systemClock);
    await server.refresh('svc_rt_FAKE', 'tenants:read');
    expect([platform.received.length, tunnels, plainRequests]).toEqual([2, [], []]);
  });

  // Linux connects 0.0.0.0 to this machine, and it is no loopback address.
  it.each([
    ['0.0.0.0', 0],
    ['example.com', 1],
  ])('NO_PROXY=%s leaves %i of the tunnels', async (noProxy, count) => {
    const { url, tunnels } = await startLoopbackProxy(password);
    const { url: platform, certificate: extraCertificates } = await securePlatform('0.0.0.0');
    const proxy = through({ HTTPS_PROXY: url, NO_PROXY: noProxy });
    const client = clientOf(platform, { extraCertificates, ...proxy });
    // A certificate names no address here.
    await failureOf(client.webhooks.listNow());
    expect(tunnels).toHaveLength(count);
  });

  it.each([
    ['that refuses', (url: string) => url.replace(/%20/g, 'wrong'), '(the proxy answered 407)'],
    ['that is absent', () => `http://user:password@127.0.0.1:1`, '(the proxy is unreachable: ECONNREFUSED)'],
  ])('%s is an error without its password, and nothing was sent', async (_, change, code) => {
    const { url } = await startLoopbackProxy(password);
    const { url: baseUrl, certificate, credentials } = await securePlatform('platform.test');
    const options = { extraCertificates: certificate, ...through({ HTTPS_PROXY: change(url) }) };
    const failure = await failureOf(clientOf(baseUrl, options).webhooks.create(newEndpoint).send());
    expect(failure).toMatchObject({ kind: 'Unreachable', message: expect.stringContaining(code) });
    expect(printed(failure)).not.toMatch(/password|user:/);
    expect(credentials).toEqual([]);
  });

  it('that is unreachable is not blamed for a host of NO_PROXY', async () => {
    const proxy = through({ HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '0.0.0.0' });
    const failure = await failureOf(clientOf('https://0.0.0.0:1', proxy).webhooks.listNow());
    expect(failure.message).toContain('No connection to 0.0.0.0:1 (ECONNREFUSED)');
  });

  it.each([
    [{}, undefined],
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
    'http://user:fake-password#1@proxy.example',
  ])('with an address that is none is refused without being shown: %s', address => {
    const name = 'HTTPS_PROXY';
    expect(() => proxiesOf({ [name]: address })).toThrow(/^HTTPS_PROXY is not .*such .*%23 for #/);
    expect(() => proxiesOf({ [name]: address })).not.toThrow(/fake-password/);
  });
});

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  /** Node.js looks at its environment when it connects. */
  const uncheckedPlatform = async (name?: string) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    return securePlatform(name);
  };

  /** The platform itself plays the TLS proxy. It does not get the password. */
  const itself = (_: string, url: string) =>
    url.replace('://platform.test', '://user:fake-password@localhost');

  it.each([
    ['straight', () => undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['through a proxy', (proxy: string) => proxy, 'SELF_SIGNED'],
    ['through a TLS proxy', itself, 'SELF_SIGNED'],
  ])('an untrusted server gets one attempt, and no request: %s', async (way, proxyOf, code) => {
    const { url: proxy } = await startLoopbackProxy('fake-password');
    const name = way === 'straight' ? 'localhost' : 'platform.test';
    const { url, credentials } = await uncheckedPlatform(name);
    const proxies = proxiesOf({ HTTPS_PROXY: proxyOf(proxy, url) });
    const { certificate } = await securePlatform('other.test');
    for (const extraCertificates of [undefined, certificate]) {
      const options = { proxies, maxRetries: 4, extraCertificates };
      const failure = await failureOf(clientOf(url, options).checkConnection());
      const facts = { code: expect.stringContaining(code) };
      expect(failure).toMatchObject({ kind: 'Unreachable', facts });
      expect(failure.message).toContain('tried once');
    }
    expect(credentials).toEqual([]);
  });

  it('certificates that cannot be read are an error that names the option', async () => {
    const { url } = await uncheckedPlatform();
    const extraCertificates = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const login = { authUrl: url, clientId: 'a', extraCertificates };
    const server = createAuthorizationServer(login, systemClock);
    const calls = [
      clientOf(url, { extraCertificates }).checkConnection(),
      server.refresh('svc_rt_FAKE', 'a'),
    ];
    for (const { message } of await Promise.all(calls.map(failureOf)))
      expect(message).toBe('NODE_EXTRA_CA_CERTS cannot be read as certificates.');
  });
});
