import { concatenate } from './http2/concatenate';
import { Status, StatusError } from './status';

/** Length of gRPC's message prefix: one byte "compressed", four bytes of length, big-endian. */
const prefixLength = 5;

/** Terraform's own limit in both directions (grpcMaxMessageSize in its plugin package), in bytes. */
export const maximumMessageLength = 256 * 1024 * 1024;

/** Encodes one gRPC message with its prefix. Throws a StatusError if Terraform would refuse its size. */
export function frameOf(message: Uint8Array): Buffer {
  if (message.length > maximumMessageLength) throw tooLarge('answer', message.length);
  const frame = Buffer.allocUnsafe(prefixLength + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixLength);
  return frame;
}

/** Collects the message of a unary request from its pieces. */
export class MessageReader {
  private readonly chunks: Buffer[] = [];
  private received = 0;
  private expected: number | undefined;

  /** Throws a StatusError as soon as the prefix shows that the message is refused. */
  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    this.expected ??= this.lengthFromPrefix();
    if (this.expected !== undefined && this.received > prefixLength + this.expected)
      throw new StatusError(Status.internal, 'The request is longer than its gRPC prefix says.');
  }

  /** Returns the message without its prefix. A message in one piece is returned as a view, not as a copy. */
  finish(): Buffer {
    if (this.expected === undefined || this.received < prefixLength + this.expected)
      throw new StatusError(Status.internal, 'The request ended before its gRPC message was complete.');
    return concatenate(this.chunks).subarray(prefixLength);
  }

  private lengthFromPrefix(): number | undefined {
    if (this.received < prefixLength) return undefined;
    const prefix = concatenate(this.chunks);
    if (prefix[0] !== 0)
      throw new StatusError(
        Status.unimplemented,
        'Compressed requests are not supported, and the server announced no compression.',
      );
    const length = prefix.readUInt32BE(1);
    if (length > maximumMessageLength) throw tooLarge('request', length);
    return length;
  }
}

function tooLarge(what: 'request' | 'answer', length: number): StatusError {
  const message =
    `The ${what} has ${length} bytes. Terraform's plugin protocol carries at most ` +
    `${maximumMessageLength}.`;
  return new StatusError(Status.resourceExhausted, message);
}
