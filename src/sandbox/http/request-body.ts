import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** Larger request bodies are refused; the platform's own limit is not documented. */
const maxBytes = 1024 * 1024;

const read = new WeakMap<IncomingMessage, Promise<string>>();

/**
 * The whole body as text, as often as it is asked for. It is read from Node's request: a web Request made for it alone cost more than all else
 * a request does here.
 *
 * @throws {ApiError} 413 when it is too large
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
      const message = `A request body may have ${maxBytes} bytes.`;
      reject(new ApiError(413, 'body_too_large', message, {}, { connection: 'close' }));
    };
    incoming.on('data', take);
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('close', () => reject(new ApiError(400, 'incomplete_body', 'The request body broke off.')));
  });
}
