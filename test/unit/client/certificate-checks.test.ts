import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient, proxiesOf, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { startLoopbackProxy } from '../../harness/servers/loopback-proxy';
import { securePlatform } from '../../harness/servers/secure-platform';
import { failureOf, testKey } from './client-fixture';

/** Node looks at its environment when it connects. */
function withoutChecks(): void {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const failing = async (options: Partial<ClientOptions>) => {
    withoutChecks();
    const { url, credentials } = await securePlatform();
    const client = createClient({ baseUrl: url, credential: testKey, maxRetries: 0, ...options });
    const failure = await failureOf(client.checkConnection());
    await client.close();
    return { failure, credentials };
  };

  it('a server with an untrusted certificate gets no request', async () => {
    const { failure, credentials } = await failing({});
    expect(failure).toMatchObject({ name: 'Unreachable', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(credentials).toEqual([]);
  });

  it('a server with an untrusted certificate gets no request through a proxy', async () => {
    const proxy = await startLoopbackProxy('fake-password');
    const { failure, credentials } = await failing({ proxies: proxiesOf({ HTTPS_PROXY: proxy.url }) });
    expect(failure.name).toBe('Unreachable');
    expect(proxy.tunnels).toHaveLength(1);
    expect(credentials).toEqual([]);
    await proxy.close();
  });

  it('a TLS proxy with an untrusted certificate does not get its password', async () => {
    const { url, credentials } = await securePlatform();
    const address = url.replace('https://', 'https://user:fake-password@');
    const { failure } = await failing({ proxies: proxiesOf({ HTTPS_PROXY: address }) });
    expect(failure.name).toBe('Unreachable');
    expect(credentials).toEqual([]);
  });

  it('an authorization server with an untrusted certificate gets no refresh token', async () => {
    withoutChecks();
    const { url, credentials } = await securePlatform();
    const server = createAuthorizationServer({ authUrl: url, clientId: 'a' }, systemClock);
    expect(await failureOf(server.refresh('fake-refresh-token', ''))).toMatchObject({ name: 'Unreachable' });
    expect(credentials).toEqual([]);
    await server.close();
  });

  it('a server with a trusted certificate gets requests', async () => {
    withoutChecks();
    const { url, certificate, credentials } = await securePlatform();
    const client = createClient({ baseUrl: url, credential: testKey, extraCertificates: certificate });
    await client.checkConnection();
    await client.close();
    expect(credentials).toEqual([`Bearer ${testKey}`]);
  });
});
