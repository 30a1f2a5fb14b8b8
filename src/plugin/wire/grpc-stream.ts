import type { ServerHttp2Stream } from 'node:http2';
import { frameOf } from './frame';
import { Status, trailersOf } from './status';

const headers = { ':status': 200, 'content-type': 'application/grpc' };

/** Begins a successful answer. Messages are written as frames; the end of the stream sends the trailers. */
export function openAnswer(stream: ServerHttp2Stream): void {
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailersOf(Status.ok)));
}

/** Answers with one message. Throws a StatusError when the message is too large to be sent. */
export function answer(stream: ServerHttp2Stream, message: Uint8Array): void {
  const frame = frameOf(message);
  if (stream.destroyed) return;
  openAnswer(stream);
  stream.end(frame);
}

/** Answers with a failure, unless an answer has begun or nobody listens any more. */
export function refuse(stream: ServerHttp2Stream, code: Status, message: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond({ ...headers, ...trailersOf(code, message) }, { endStream: true });
}
