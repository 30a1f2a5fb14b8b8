import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** Larger request bodies are refused. The platform's own limit is not documented. */
const maxBytes = 1024 * 1024;

/**
 * Returns the whole body as text. It is read from Node.js's request: creating a web Request for it alone would cost more
 * than the rest of the request.
 *
 * @throws {ApiError} 413 if it is too large
 */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      size += chunk.length;
      // The rest is read and dropped: many clients read no answer before they have sent everything.
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch {
    throw new ApiError(400, 'incomplete_body', 'The connection broke before the request body was complete.');
  }
  if (size <= maxBytes) return Buffer.concat(chunks).toString();
  throw new ApiError(413, 'body_too_large', `A request body may have at most ${maxBytes} bytes.`);
}
