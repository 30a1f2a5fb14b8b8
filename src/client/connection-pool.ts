import type { Client as Connection } from 'undici';
import type { BaseUrl } from './base-url';
import { InvalidOption } from './errors';

/**
 * Connections to the one origin: as many as there are calls in flight, the last one used first.
 *
 * undici's own pool was tried: it takes a connection for busy until the event loop comes round after an answer,
 * so 30 callers in a row had 44 connections open.
 */
export interface ConnectionPool {
  /** For one exchange at a time. */
  take(): Promise<Connection>;
  /** @param usable false after an exchange without a whole answer, which leaves a connection in doubt. */
  giveBack(connection: Connection, usable: boolean): void;
  /** Ends all connections at once; calls still in flight fail. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly base: BaseUrl;
  readonly connectTimeoutMilliseconds: number;
  /** PEM text, in addition to the roots that Node brings. */
  readonly extraCertificates?: string | undefined;
}

export function createConnectionPool(options: PoolOptions): ConnectionPool {
  // The HTTP client is loaded by the first request, so that a process that never calls loads none.
  let loading: Promise<() => Connection> | undefined;
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  let closed = false;
  const discard = async (connection: Connection) => {
    open.delete(connection);
    await connection.destroy();
  };
  return {
    async take() {
      loading ??= loadConnector(options);
      const connect = await loading;
      if (closed) throw new Error('the client is closed');
      const connection = idle.pop() ?? connect();
      open.add(connection);
      return connection;
    },
    giveBack(connection, usable) {
      if (usable && !closed) idle.push(connection);
      else void discard(connection);
    },
    async close() {
      closed = true;
      idle.length = 0;
      await Promise.all([...open].map(discard));
    },
  };
}

async function loadConnector(options: PoolOptions): Promise<() => Connection> {
  const [{ default: HttpConnection }, { default: buildConnector }, { setFlagsFromString }] =
    await Promise.all([
      import('undici/lib/dispatcher/client.js'),
      import('undici/lib/core/connect.js'),
      import('node:v8'),
    ]);
  // The engine would go on optimising undici's WebAssembly in the background, and a process that ends meanwhile
  // waits for that: 238 ms against 5. Set no earlier: a changed flag voids the code cache of Node's own modules.
  setFlagsFromString('--liftoff-only');
  // One connector for all connections, so that they share their TLS sessions.
  const connect = buildConnector({
    timeout: options.connectTimeoutMilliseconds,
    ...(await trustOf(options)),
  });
  // An attempt has one deadline, kept by the exchange: it covers the headers and the whole body.
  const withoutDeadlines = { headersTimeout: 0, bodyTimeout: 0 };
  return () => new HttpConnection(options.base.origin, { connect, pipelining: 1, ...withoutDeadlines });
}

/** Made once: handing `ca` to each connection would parse all of Node's roots each time. */
async function trustOf({ base, extraCertificates }: PoolOptions) {
  if (!base.secure || extraCertificates === undefined) return {};
  const { createSecureContext, rootCertificates } = await import('node:tls');
  try {
    return { secureContext: createSecureContext({ ca: [...rootCertificates, extraCertificates] }) };
  } catch {
    throw new InvalidOption('extraCertificates', 'cannot be read as certificates');
  }
}
