import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { wire } from '../../../src/client/contract/page';
import { listening } from '../../harness/servers/listening';

/** One request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Raw path and query, before any normalisation. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

/** A real HTTP server that answers what a test tells it to, well-formed or not. */
export async function startLoopbackPlatform(...replies: readonly Reply[]) {
  let script = [...replies];
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const seen = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    received.push(seen);
    const next = script.length > 1 ? script.shift() : script[0];
    next?.(response, seen);
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    received,
    /** Answers from now on; the last reply of a list stays. */
    reply(...next: readonly Reply[]) {
      script = [...next];
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

export function raw(status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Reply {
  return response => response.writeHead(status, headers).end(body);
}

/** A page of a list. */
export const page = (data: readonly object[] = [], next: string | null = null): Reply =>
  json(200, { [wire.list]: data, [wire.cursor]: next });

/** 429 that asks for a pause. */
export const pause = (seconds: number): Reply => raw(429, '', { 'retry-after': String(seconds) });

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
