import type { Client, Dispatcher } from 'undici';
import { isLoopback } from '../../../constructs/addresses/address';
import type { BaseUrl } from '../../contract/base-url';
import { InvalidOption } from '../../errors';
import type { Proxies } from './proxies';

export interface PoolOptions {
  readonly base: BaseUrl;
  /** PEM text. Trusted in addition to the root certificates of Node.js. */
  readonly extraCertificates?: string | undefined;
  /** To connect. */
  readonly timeoutSeconds: number;
  /** @default none */
  readonly proxies?: Proxies | undefined;
}

/** A connection lent for one exchange. */
interface Lease {
  readonly connection: Pick<Dispatcher, 'dispatch'>;
  /** @param usable false if the response was incomplete: the connection must not be used again */
  end(usable: boolean): void;
}

interface Connections {
  take(): Lease;
  /** Closes all connections immediately. Calls in flight fail. */
  close(): Promise<unknown>;
}

/** Loads the HTTP client before the first request, for a process that is idle. */
export const prepareConnections = () => import('./undici');

/** The first request loads the HTTP client, so a process without requests does not load it. */
export function createConnectionPool(options: PoolOptions) {
  let loading: Promise<Connections> | undefined;
  let loaded: Connections | undefined;
  let closed = false;
  return {
    async take() {
      loading ??= load(options);
      loaded = await loading;
      if (closed) throw new Error('the client is closed');
      return loaded.take();
    },
    async close() {
      closed = true;
      await loaded?.close();
    },
  };
}

/** undici's own timeouts are off. The exchange has one deadline for the headers and the whole body. */
const usual = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 };

async function load(options: PoolOptions): Promise<Connections> {
  const undici = await import('./undici');
  await leaveUnoptimised();
  // By default, Node.js gives each address of a host 250 ms but the last one: too few for some ways around the world.
  const patience = { timeout: options.timeoutSeconds * 1000, autoSelectFamilyAttemptTimeout: 1500 };
  const tls = { ...patience, ...(await trustOf(options)) };
  // All connections share one connector, and so their TLS sessions.
  const connect = undici.buildConnector(tls);
  const { base, proxies } = options;
  // For a proxy, a loopback address is another machine, which would get the credential.
  if (proxies === undefined || isLoopback(new URL(base.origin).hostname))
    return direct(() => new undici.Client(base.origin, { ...usual, connect }));
  const agent = new undici.EnvHttpProxyAgent({
    ...proxies,
    ...usual,
    // The extra certificates may contain the proxy's own certificate authority, too.
    connect: tls,
    requestTls: tls,
    // undici connects to the proxy alone with this: a host of NO_PROXY keeps its own errors.
    clientFactory: origin =>
      new undici.Pool(origin, {
        connect: (to, done) =>
          connect(to, (error, socket) => (error ? done(ofProxy(error), null) : done(null, socket))),
      }),
  });
  return proxied(agent, base.origin);
}

/**
 * Connections straight to the origin: one for each call in flight. The connection used last is reused first.
 *
 * undici's own pool does not fit. It treats a connection as busy until the event loop turns after a response, so
 * 30 calls one after another opened 44 connections.
 */
function direct(connect: () => Client): Connections {
  const open = new Set<Client>();
  const idle: Client[] = [];
  const discard = async (connection: Client) => {
    open.delete(connection);
    await connection.destroy();
  };
  return {
    take() {
      const connection = idle.pop() ?? connect();
      open.add(connection);
      const end = (usable: boolean) => {
        if (usable) idle.push(connection);
        else void discard(connection);
      };
      return { connection, end };
    },
    close: () => Promise.all([...open].map(discard)),
  };
}

/**
 * Connections through proxies. undici selects the proxy for an address, opens a tunnel (CONNECT, for plain HTTP
 * too) and keeps the connections. It closes a connection after an incomplete response.
 */
function proxied(agent: Dispatcher, origin: string): Connections {
  const connection: Lease['connection'] = {
    dispatch: (request, handler) => agent.dispatch({ ...request, origin }, handler),
  };
  return { take: () => ({ connection, end: () => {} }), close: () => agent.destroy() };
}

/** Gives the error a code that names the proxy, without its address. */
const ofProxy = (error: Error & { readonly code?: unknown }) =>
  Object.assign(error, { code: `the proxy is unreachable: ${error.code ?? error.name}` });

/**
 * Keeps V8 from optimising undici's WebAssembly in the background. A process that exits meanwhile would wait for
 * that: 238 ms instead of 5. Call it after undici is loaded: a changed flag invalidates the code cache of the
 * modules of Node.js.
 */
async function leaveUnoptimised(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}

/** Every connection sets this. Without it, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch certificate checks off. */
const checked = { rejectUnauthorized: true };

/** Creates the secure context once. With the option `ca`, each connection would parse all root certificates. */
async function trustOf({ base, extraCertificates }: PoolOptions) {
  if (!base.secure || extraCertificates === undefined) return checked;
  const tls = await import('node:tls');
  const { X509Certificate } = await import('node:crypto');
  try {
    // createSecureContext ignores what it cannot read.
    new X509Certificate(extraCertificates);
    // From Node.js 22.15, with the system's where NODE_USE_SYSTEM_CA is set.
    const own: readonly string[] = Reflect.get(tls, 'getCACertificates')?.('default') ?? tls.rootCertificates;
    return { ...checked, secureContext: tls.createSecureContext({ ca: [...own, extraCertificates] }) };
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'cannot be read as certificates');
  }
}
