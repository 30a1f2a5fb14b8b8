import type { Dispatcher } from 'undici';
import type { BaseUrl } from '../../contract/base-url';
import { InvalidOption } from '../../errors';
import type { Proxies } from './proxies';

/** A connection lent for one exchange. */
export interface Lease {
  readonly connection: Pick<Dispatcher, 'dispatch'>;
  /** @param usable false if the response was incomplete: the connection must not be used again */
  end(usable: boolean): void;
}

/** Connections to one origin. */
export interface ConnectionPool {
  take(): Promise<Lease>;
  /** Closes all connections immediately. Calls in flight fail. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly base: BaseUrl;
  /** PEM text. Trusted in addition to the root certificates of Node.js. */
  readonly extraCertificates?: string | undefined;
  /** To connect. */
  readonly timeoutSeconds: number;
  /** @default none */
  readonly proxies?: Proxies | undefined;
}

/** undici's own timeouts are off. The exchange has one deadline for the headers and the whole body. */
export const withoutDeadlines = { headersTimeout: 0, bodyTimeout: 0 };

/** Loads the HTTP client, and what each of its connections needs. */
export async function loadClient(options: PoolOptions) {
  const undici = await import('./undici');
  await leaveUnoptimised();
  // By default, Node.js gives each address of a host 250 ms but the last one: too few for some ways around the world.
  const patience = { timeout: options.timeoutSeconds * 1000, autoSelectFamilyAttemptTimeout: 1500 };
  return { undici, tls: { ...patience, ...(await trustOf(options)) } };
}

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

/**
 * The secure context is created once. With the option `ca`, each connection would parse all root certificates of
 * Node.js again.
 */
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
