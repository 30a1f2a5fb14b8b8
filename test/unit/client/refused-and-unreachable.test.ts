import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createClient, Unreachable } from '../../../src/client';
import { failureOf, newEndpoint, scene, testKey } from './client-fixture';
import { FakeClock } from './fake-clock';
import { portOf, silence } from './loopback-platform';
import { emptyList, seconds } from './retry-replies';

describe('a rate limit', () => {
  it('delays every call of the process, not only the refused one', async () => {
    const clock = new FakeClock('by hand');
    const { client, platform } = await scene([seconds(30), emptyList], { clock });
    const first = client.webhooks.list();
    await vi.waitFor(() => expect(clock.waits).toEqual([30_000]));
    const others = [client.tenants.list(), client.apiKeys.list()];
    await vi.waitFor(() => expect(clock.waits).toHaveLength(3));
    expect(platform.received).toHaveLength(1);
    clock.advance(31_000);
    await Promise.all([first, ...others]);
    expect(platform.received).toHaveLength(4);
  });
});

describe('a platform that cannot be reached', () => {
  const freePort = async (): Promise<number> => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const port = portOf(server.address());
    await new Promise<void>(resolve => server.close(() => resolve()));
    return port;
  };

  it('is tried again, for a POST too, and named with its port and the cause', async () => {
    const port = await freePort();
    const clock = new FakeClock();
    const options = { credential: testKey, clock, random: () => 0.5, maxRetries: 3 };
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, ...options });
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({
      affectsEveryCall: true,
      address: `127.0.0.1:${port}`,
      code: 'ECONNREFUSED',
    });
    expect(clock.waits).toHaveLength(3);
    await client.close();
  });

  it('a request to an untrusted certificate is not repeated', async () => {
    const { client: plain, platform } = await scene([silence]);
    await plain.close();
    // TLS spoken to a plain HTTP server fails in the handshake.
    const clock = new FakeClock();
    const client = createClient({
      baseUrl: platform.url.replace('http:', 'https:'),
      credential: testKey,
      clock,
    });
    const error = await failureOf(client.webhooks.create(newEndpoint));
    expect(error).toBeInstanceOf(Unreachable);
    expect(clock.waits).toEqual([]);
    await client.close();
  });
});
