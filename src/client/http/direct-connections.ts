import type { Client as Connection } from 'undici';
import type { ConnectionPool, PoolOptions } from './connection-pool';
import { leaveUnoptimised, trustOf, withoutDeadlines } from './connection-trust';

/**
 * Connections straight to the origin: as many as there are calls in flight, the last one used first.
 *
 * undici's own pool was tried: it takes a connection for busy until the event loop comes round after an answer,
 * so 30 callers in a row had 44 connections open.
 */
export function createDirectConnections(options: PoolOptions): ConnectionPool {
  let loading: Promise<() => Connection> | undefined;
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  let closed = false;
  const discard = async (connection: Connection) => {
    open.delete(connection);
    await connection.destroy();
  };
  const giveBack = (connection: Connection, usable: boolean) => {
    if (usable && !closed) idle.push(connection);
    else void discard(connection);
  };
  return {
    async take() {
      loading ??= loadConnector(options);
      const connect = await loading;
      if (closed) throw new Error('the client is closed');
      const connection = idle.pop() ?? connect();
      open.add(connection);
      return { connection, end: usable => giveBack(connection, usable) };
    },
    async close() {
      closed = true;
      idle.length = 0;
      await Promise.all([...open].map(discard));
    },
  };
}

async function loadConnector(options: PoolOptions): Promise<() => Connection> {
  const { Client, buildConnector } = await import('./undici');
  await leaveUnoptimised();
  // One connector for all connections, so that they share their TLS sessions.
  const connect = buildConnector({
    timeout: options.connectTimeoutMilliseconds,
    ...(await trustOf(options)),
  });
  return () => new Client(options.base.origin, { connect, pipelining: 1, ...withoutDeadlines });
}
