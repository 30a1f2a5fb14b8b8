import type { Client as Connection } from 'undici';
import { type ConnectionPool, loadClient, type PoolOptions, withoutDeadlines } from './connection-pool';

/**
 * Connections straight to the origin: one for each call in flight. The connection used last is reused first.
 *
 * undici's own pool does not fit. It treats a connection as busy until the event loop turns after a response, so
 * 30 calls one after another opened 44 connections.
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
    if (usable) idle.push(connection);
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
  const { undici, tls } = await loadClient(options);
  // All connections share one connector, and so their TLS sessions.
  const connect = undici.buildConnector(tls);
  return () => new undici.Client(options.base.origin, { connect, pipelining: 1, ...withoutDeadlines });
}
