import { type BaseUrl, parseBaseUrl } from '../contract/base-url';
import { InvalidOption, type LoginIdentity, PlatformError } from '../errors';
import { createConnectionPool } from '../http/connections/create-connection-pool';
import type { Proxies } from '../http/connections/proxies';
import { exchange, type HttpResponse, type NoResponse } from '../http/exchange';

export interface AuthorizationServerOptions extends LoginIdentity {
  /** Time-out of one request to the token endpoint, in seconds. @default 30 */
  readonly requestTimeoutSeconds?: number | undefined;
  /** PEM text. Certificates trusted in addition to those of Node.js. @default none */
  readonly extraCertificates?: string | undefined;
  /** @default none: the environment is not read */
  readonly proxies?: Proxies | undefined;
}

/**
 * The token endpoint (paragraph 4.4) over HTTP. It has the same limits of time and memory as all other calls, and
 * follows no redirect.
 */
export interface TokenEndpoint {
  readonly base: BaseUrl;
  /** Has the signature of `fetch`, for the OAuth library. */
  post(address: string, request: FormPost): Promise<Response>;
  close(): Promise<void>;
}

interface FormPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

const operation = 'oauth.token';

/** @throws {InvalidOption} naming `authUrl` or `clientId` */
export function createTokenEndpoint(options: AuthorizationServerOptions): TokenEndpoint {
  const {
    authUrl,
    clientId,
    requestTimeoutSeconds: timeoutSeconds = 30,
    extraCertificates,
    proxies,
  } = options;
  const base = parseBaseUrl(authUrl, 'authUrl');
  // The identifier appears in addresses, and in commands that people copy.
  if (!/^[\w.~:@-]{1,200}$/.test(clientId)) throw new InvalidOption('clientId', 'is not a client identifier');
  const connectTimeoutMilliseconds = timeoutSeconds * 1000;
  const pool = createConnectionPool({ base, connectTimeoutMilliseconds, extraCertificates, proxies });
  return {
    base,
    close: () => pool.close(),
    async post(address, { headers, body }) {
      const { connection, end } = await pool.take();
      const request = { method: 'POST', path: new URL(address).pathname, headers, body: `${body}` } as const;
      const outcome = await exchange(connection, request, { timeoutMilliseconds: timeoutSeconds * 1000 });
      end(outcome.kind === 'response');
      if (outcome.kind === 'no response') throw unanswered(outcome, base, timeoutSeconds);
      return readable(outcome);
    },
  };
}

/**
 * Returns the error of a request without a response. Such a request is never retried: it may have used the refresh
 * token, and a second use would end the login (paragraph 5.6).
 */
function unanswered(outcome: NoResponse, { address }: BaseUrl, seconds: number): PlatformError {
  const facts = { operation, address, code: outcome.code, attempts: 1, seconds } as const;
  if (outcome.cause === 'cancelled') return new PlatformError('Cancelled', facts);
  if (!outcome.sent) return new PlatformError('Unreachable', facts);
  return new PlatformError(outcome.cause === 'time-out' ? 'TimedOut' : 'ConnectionLost', facts);
}

function readable({ status, header, body }: HttpResponse): Response {
  const facts = { operation, status, attempts: 1, path: '' } as const;
  if (status >= 500) throw new PlatformError('ServerError', facts);
  if (status === 429) throw new PlatformError('RateLimited', facts);
  if (status >= 300 && status < 400) throw new PlatformError('Redirected', { ...facts, host: undefined });
  if (body.text === undefined)
    throw new PlatformError('MalformedResponse', { ...facts, expected: body.fault });
  if (status < 400 && status !== 200)
    throw new PlatformError('MalformedResponse', { ...facts, expected: 'a token response (200)' });
  return new Response(body.text, { status, headers: { 'content-type': header('content-type') ?? '' } });
}
