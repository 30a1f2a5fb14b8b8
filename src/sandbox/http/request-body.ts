import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** Larger request bodies are refused. The platform's own limit is not documented. */
const maxBytes = 1024 * 1024;

const read = new WeakMap<IncomingMessage, Promise<string>>();

/**
 * Returns the whole body as text. Several calls return the same text. It is read from Node.js's request: creating
 * a web Request for it alone would cost more than the rest of the request.
 *
 * @throws {ApiError} 413 if it is too large
 */
export function readBody(incoming: IncomingMessage): Promise<string> {
  const body = read.get(incoming) ?? readStream(incoming);
  read.set(incoming, body);
  return body;
}

function readStream(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      incoming.off('data', take);
      incoming.resume();
      const message = `A request body may have at most ${maxBytes} bytes.`;
      reject(new ApiError(413, 'body_too_large', message, {}, { connection: 'close' }));
    };
    incoming.on('data', take);
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('close', () =>
      reject(
        new ApiError(400, 'incomplete_body', 'The connection broke before the request body was complete.'),
      ),
    );
  });
}
