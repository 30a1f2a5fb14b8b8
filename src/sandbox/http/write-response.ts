import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ApiResponse } from './request-and-response';

/**
 * Writes a complete body to Node.js's response directly: a web Response would convert it to a stream, at twice the
 * cost.
 */
export function writeResponse({ outgoing }: HttpBindings, { status, headers, body }: ApiResponse): Response {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length }).end(body);
  return RESPONSE_ALREADY_SENT;
}

/** The client sees a lost connection. */
export function resetConnection({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}
