import type { ConnectionPool, PoolOptions } from './connection-pool';
import { createDirectConnections } from './direct-connections';
import { createProxiedConnections } from './proxied-connections';

/** Loads the HTTP client before the first request, for a process that is idle. */
export function prepareConnections(): Promise<unknown> {
  return import('./undici');
}

/** Creates the pool. The first request loads the HTTP client, so a process without requests does not load it. */
export function createConnectionPool(options: PoolOptions): ConnectionPool {
  return options.proxies === undefined
    ? createDirectConnections(options)
    : createProxiedConnections(options, options.proxies);
}
