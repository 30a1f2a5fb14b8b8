import { type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request with its own Host and path: fetch chooses these itself. */
export function rawRequest(url: string, options: RequestOptions) {
  return new Promise<{ status: number | undefined; body: string; headers: object }>((resolve, reject) => {
    const sent = request(url, options, response => {
      const { statusCode: status, headers } = response;
      text(response).then(body => resolve({ status, body, headers }), reject);
    });
    sent.on('error', reject).end();
  });
}
