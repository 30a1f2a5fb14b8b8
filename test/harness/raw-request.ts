import { type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request with its own Host, path and pieces of a body: fetch chooses these itself. */
export function rawRequest(url: string, options: RequestOptions, ...pieces: readonly Buffer[]) {
  return new Promise<{ status: number | undefined; body: string; headers: object }>((resolve, reject) => {
    const sent = request(url, options, response => {
      const { statusCode: status, headers } = response;
      text(response).then(body => resolve({ status, body, headers }), reject);
    });
    for (const piece of pieces) sent.write(piece);
    sent.on('error', reject).end();
  });
}
