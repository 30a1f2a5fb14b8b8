import { concatenate } from './http2/concatenate';
import { Status, StatusError } from './status';

/** Length of gRPC's message prefix: one byte "compressed", four bytes of length, big-endian. */
const prefixLength = 5;

/** Terraform's own limit in both directions (grpcMaxMessageSize in its plugin package), in bytes. */
export const maximumMessageLength = 256 * 1024 * 1024;

/** Encodes one gRPC message with its prefix. Throws a StatusError if Terraform would refuse its size. */
export function frameOf(message: Uint8Array): Buffer {
  const { length } = message;
  if (length > maximumMessageLength)
    throw new StatusError(
      Status.resourceExhausted,
      `The answer has ${length} bytes. Terraform's plugin protocol carries at most ${maximumMessageLength}.`,
    );
  const frame = Buffer.allocUnsafe(prefixLength + length);
  frame[0] = 0;
  frame.writeUInt32BE(length, 1);
  frame.set(message, prefixLength);
  return frame;
}

/** Returns the message of a unary request from the pieces of its frame: of a single one, without a copy. */
export function messageIn(pieces: readonly Buffer[]): Buffer {
  const frame = concatenate(pieces);
  if (frame.length < prefixLength || frame.length !== prefixLength + frame.readUInt32BE(1))
    throw new StatusError(Status.internal, 'The request is shorter or longer than its gRPC prefix says.');
  if (frame[0] !== 0)
    throw new StatusError(
      Status.unimplemented,
      'Compressed requests are not supported, and the server announced no compression.',
    );
  return frame.subarray(prefixLength);
}
