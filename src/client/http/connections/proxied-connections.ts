import type { Dispatcher } from 'undici';
import { type ConnectionPool, loadClient, type PoolOptions, withoutDeadlines } from './connection-pool';
import type { Proxies } from './proxies';

/**
 * Connections through proxies. undici selects the proxy for an address, opens a tunnel (CONNECT, for plain HTTP
 * too) and keeps the connections. It closes a connection after an incomplete response.
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
  const { undici, tls } = await loadClient(options);
  // The extra certificates may contain the proxy's own certificate authority, too.
  const connect = undici.buildConnector(tls);
  return new undici.EnvHttpProxyAgent({
    ...proxies,
    ...withoutDeadlines,
    pipelining: 1,
    connect: tls,
    requestTls: tls,
    // undici connects to the proxy alone with this: a host of NO_PROXY keeps its own errors.
    clientFactory: origin =>
      new undici.Pool(origin, {
        connect: (to, done) =>
          connect(to, (error, socket) => (error ? done(ofProxy(error), null) : done(null, socket))),
      }),
  });
}

/** Gives the error a code that names the proxy, without its address. */
const ofProxy = (error: Error & { readonly code?: unknown }) =>
  Object.assign(error, { code: `the proxy is unreachable: ${error.code ?? error.name}` });
