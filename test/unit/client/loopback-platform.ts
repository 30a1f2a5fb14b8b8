import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Raw path and query, before any normalisation. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

export interface LoopbackPlatform {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Answers from now on; the last reply of a list stays. */
  reply(...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

/** A real HTTP server that answers what a test tells it to, well-formed or not. */
export async function startLoopbackPlatform(...replies: readonly Reply[]): Promise<LoopbackPlatform> {
  let script = [...replies];
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const seen = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(seen);
    const next = script.length > 1 ? script.shift() : script[0];
    next?.(response, seen);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    received,
    reply(...next) {
      script = [...next];
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

export function raw(status: number, body: string | Buffer, headers: Record<string, string> = {}): Reply {
  return response => response.writeHead(status, headers).end(body);
}

export function refusal(
  status: number,
  code: string,
  message = '',
  headers: Record<string, string> = {},
): Reply {
  return json(status, { error: { code, message, request_id: 'req_7' } }, headers);
}

/** The connection is reset before any answer. */
export const reset: Reply = response => {
  response.socket?.resetAndDestroy();
};

/** The connection is reset in the middle of the body. */
export const resetInBody: Reply = response => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id": "wh_', () => response.socket?.resetAndDestroy());
};

export const silence: Reply = () => {};

/** A byte now and then: each keeps a time-out between bytes from firing, none completes the answer. */
export const trickle: Reply = response => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
