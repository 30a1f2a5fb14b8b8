import { isLoopback } from '../../../constructs/addresses/address';
import type { ConnectionPool, PoolOptions } from './connection-pool';
import { createDirectConnections } from './direct-connections';
import { createProxiedConnections } from './proxied-connections';

/** Loads the HTTP client before the first request, for a process that is idle. */
export function prepareConnections(): Promise<unknown> {
  return import('./undici');
}

/**
 * Creates the pool. The first request loads the HTTP client, so a process without requests does not load it. Requests to
 * a loopback host never use a proxy: there the same address is another machine, which would get the credential.
 */
export function createConnectionPool(options: PoolOptions): ConnectionPool {
  return options.proxies === undefined || isLoopback(new URL(options.base.origin).hostname)
    ? createDirectConnections(options)
    : createProxiedConnections(options, options.proxies);
}
