import type { BaseUrl } from '../contract/base-url';
import { PlatformError } from '../errors';
import { createConnectionPool, type PoolOptions } from '../http/connections/connection-pool';
import { exchange, type HttpResponse, type NoResponse } from '../http/exchange';

const operation = 'oauth.token';

/**
 * Returns `fetch` of the OAuth library for the token endpoint (paragraph 4.4). It has the same limits of time and memory as
 * all other calls, and follows no redirect. A login asks once an hour at most, so no connection is kept.
 */
export function tokenRequests(options: PoolOptions) {
  const { base, timeoutSeconds } = options;
  return async (
    address: string,
    { headers, body }: { readonly headers: Record<string, string>; readonly body: URLSearchParams },
  ): Promise<Response> => {
    const pool = createConnectionPool(options);
    const { connection } = await pool.take();
    const request = { method: 'POST', path: new URL(address).pathname, headers, body: `${body}` } as const;
    const limits = { timeoutMilliseconds: timeoutSeconds * 1000 };
    const outcome = await exchange(connection, request, limits).finally(pool.close);
    if (outcome.kind === 'no response') throw unanswered(outcome, base, timeoutSeconds);
    return readable(outcome);
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
  if (status < 400 && status !== 200 && status !== 201)
    throw new PlatformError('MalformedResponse', { ...facts, expected: 'a token response (200)' });
  // The library knows 200 alone. The platform's document shows no status.
  const known = status === 201 ? 200 : status;
  const headers = { 'content-type': header('content-type') ?? '' };
  return new Response(body.text.replace(unused, '"unused":'), { status: known, headers });
}

/** An empty refresh token, and an `id_token`: nobody asks for one, and the library would check its issuer and times. */
const unused = /"id_token"\s*:|"refresh_token"\s*:(?=\s*(?:null|"")\s*[,}])/g;
