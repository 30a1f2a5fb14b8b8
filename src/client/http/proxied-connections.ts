import type { Dispatcher } from 'undici';
import type { ConnectionPool, PoolOptions } from './connection-pool';
import { leaveUnoptimised, trustOf, withoutDeadlines } from './connection-trust';
import type { Proxies } from './proxies';

/**
 * Connections by way of proxies. undici decides which proxy an address is reached by, asks it for a tunnel (CONNECT,
 * for plain HTTP as well), and keeps the connections; one whose answer was not whole it closes itself.
 */
export function createProxiedConnections(options: PoolOptions, proxies: Proxies): ConnectionPool {
  let loading: Promise<Dispatcher> | undefined;
  const { origin } = options.base;
  return {
    async take() {
      loading ??= loadAgent(options, proxies);
      const agent = await loading;
      const connection: Pick<Dispatcher, 'dispatch'> = {
        dispatch: (request, handler) => agent.dispatch({ ...request, origin }, handler),
      };
      return { connection, end: () => {} };
    },
    async close() {
      await (await loading)?.destroy();
    },
  };
}

async function loadAgent(options: PoolOptions, proxies: Proxies): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('./undici');
  await leaveUnoptimised();
  const tls = { timeout: options.connectTimeoutMilliseconds, ...(await trustOf(options)) };
  // The proxy's own certificate may be one of the extra ones as much as the platform's.
  return new EnvHttpProxyAgent({
    ...proxies,
    ...withoutDeadlines,
    pipelining: 1,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
  });
}
