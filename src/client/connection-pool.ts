import type { Pool } from 'undici';
import type { BaseUrl } from './base-url';

/** Loads the HTTP client when the first request goes out, so that a process that never calls loads none. */
export interface ConnectionPool {
  get(): Promise<Pool>;
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
  let opening: Promise<Pool> | undefined;
  return {
    get() {
      opening ??= openPool(options);
      return opening;
    },
    async close() {
      const pool = await opening;
      if (pool !== undefined && !pool.destroyed) await pool.destroy();
    },
  };
}

async function openPool({ base, connectTimeoutMilliseconds, extraCertificates }: PoolOptions): Promise<Pool> {
  const { default: PoolOfConnections } = await import('undici/lib/dispatcher/pool.js');
  const ca = base.secure && extraCertificates !== undefined ? await trusted(extraCertificates) : undefined;
  return new PoolOfConnections(base.origin, {
    // No limit: one connection a call in flight, and the caller's parallelism bounds those.
    connections: null,
    pipelining: 1,
    // An attempt has one deadline, kept by the exchange: it covers the headers and the whole body.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMilliseconds, ...(ca === undefined ? {} : { ca }) },
  });
}

async function trusted(extraCertificates: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, extraCertificates];
}
