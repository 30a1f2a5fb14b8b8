import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { startLoopbackServer } from '../loopback-server';

/** A received delivery, and the response to it. */
export interface Received {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
  readonly status: number;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a customer's server: it accepts a delivery with a valid signature and refuses all others. */
export async function startReceiver(secret: string) {
  const received: Received[] = [];
  /** Paths of services that are down and respond with 500. */
  const down = new Set<string>();
  const server = await startLoopbackServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await buffer(request);
    const signature = String(request.headers['x-svc-signature-256'] ?? '');
    const accepted = down.has(path) ? 500 : 204;
    const status = isGenuine(secret, signature, body) ? accepted : 401;
    received.push({ path, body: body.toString(), signature, status });
    response.writeHead(status).end();
  });
  return { ...server, received, down };
}

/** Signs the bytes as received: parsing and serialising may change them (paragraph 6.1.3). */
function isGenuine(secret: string, signature: string, body: Buffer): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
