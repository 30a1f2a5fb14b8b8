import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A received delivery, and the response to it. */
export interface Received {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
  readonly status: number;
}

/** A customer's server: it accepts a delivery with a valid signature and refuses all others. */
export class Receiver {
  readonly received: Received[] = [];
  /** Paths of services that are down and respond with 500. */
  readonly down = new Set<string>();
  readonly #server: Server;
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
    this.#server = createServer((request, response) => {
      this.#receive(request).then(
        status => response.writeHead(status).end(),
        // The sender disconnected before the end of its request. No response is possible.
        () => response.destroy(),
      );
    });
  }

  static async start(secret: string): Promise<Receiver> {
    const receiver = new Receiver(secret);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The receiver does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const path = request.url ?? '';
    const body = await buffer(request);
    const signature = String(request.headers['x-svc-signature-256'] ?? '');
    const accepted = this.down.has(path) ? 500 : 204;
    const status = this.#isGenuine(signature, body) ? accepted : 401;
    this.received.push({ path, body: body.toString(), signature, status });
    return status;
  }

  /** Signs the bytes as received: parsing and serialising may change them (paragraph 6.1.3). */
  #isGenuine(signature: string, body: Buffer): boolean {
    const expected = Buffer.from(`sha256=${createHmac('sha256', this.#secret).update(body).digest('hex')}`);
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
