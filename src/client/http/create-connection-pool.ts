import type { ConnectionPool, PoolOptions } from './connection-pool';
import { createDirectConnections } from './direct-connections';
import { createProxiedConnections } from './proxied-connections';

/** Loads the HTTP client before there is a request, for a process that has nothing else to do. */
export function prepareConnections(): Promise<unknown> {
  return import('./undici');
}

/** The HTTP client is loaded by the first request, so that a process that never calls loads none. */
export function createConnectionPool(options: PoolOptions): ConnectionPool {
  return options.proxies === undefined
    ? createDirectConnections(options)
    : createProxiedConnections(options, options.proxies);
}
