import { encodeHeaders } from './http2/header-encoder';
import type { Http2Stream } from './http2/stream';
import { frameOf } from './message-frame';
import { Status, trailersOf } from './status';

const head = { ':status': '200', 'content-type': 'application/grpc' };
const headers = encodeHeaders(head);
const success = encodeHeaders(trailersOf(Status.ok));

/** Starts a response with any number of messages. */
export function openAnswer(stream: Http2Stream): void {
  stream.sendHeaders(headers);
}

/** Responds with one message. Throws a StatusError if the message is too large. */
export function answer(stream: Http2Stream, message: Uint8Array): void {
  const frame = frameOf(message);
  openAnswer(stream);
  stream.sendData(frame);
  endAnswer(stream);
}

/** Ends a response without an error. */
export function endAnswer(stream: Http2Stream): void {
  stream.end(success);
}

/** Responds with an error, also after the first messages of a response. */
export function refuse(stream: Http2Stream, code: Status, message: string): void {
  const trailers = trailersOf(code, message);
  stream.end(encodeHeaders(stream.isAnswered ? trailers : { ...head, ...trailers }));
}
