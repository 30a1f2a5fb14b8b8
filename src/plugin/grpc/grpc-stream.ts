import { encodeHeaders } from './http2/header-encoder';
import type { Http2Stream } from './http2/stream';
import { frameOf } from './message-frame';
import { Status, trailersOf } from './status';

const head = { ':status': '200', 'content-type': 'application/grpc' };
const headers = encodeHeaders(head);
const success = encodeHeaders(trailersOf(Status.ok));
const notGrpc = encodeHeaders({ ':status': '415' });

/** Begins an answer of any number of messages. */
export function openAnswer(stream: Http2Stream): void {
  stream.sendHeaders(headers);
}

/** Answers with one message. Throws a StatusError when the message is too large to be sent. */
export function answer(stream: Http2Stream, message: Uint8Array): void {
  const frame = frameOf(message);
  openAnswer(stream);
  stream.sendData(frame);
  stream.end(success);
}

/** Answers with a failure, unless an answer has begun. */
export function refuse(stream: Http2Stream, code: Status, message: string): void {
  if (!stream.isAnswered) stream.end(encodeHeaders({ ...head, ...trailersOf(code, message) }));
}

/** Answers a request that is not gRPC (gRPC over HTTP2, "Requests"). */
export function refuseOther(stream: Http2Stream): void {
  stream.end(notGrpc);
}
