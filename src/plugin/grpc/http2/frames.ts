import { ConnectionError, defaultFrameSize, ErrorCode } from './protocol';

/** What a client says first (RFC 9113, 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** Three bytes of length, one of type, one of flags, four of the stream's number. */
const headerLength = 9;

const nothing = Buffer.alloc(0);

/** Gets each frame that has arrived whole. `payload` is a view of what was received. */
export type FrameReceiver = (type: number, flags: number, streamId: number, payload: Buffer) => void;

/** Cuts what a client sends into frames, in whatever pieces it arrives. */
export class FrameReader {
  private rest: Buffer = nothing;
  private isBegun = false;

  constructor(private readonly receive: FrameReceiver) {}

  /** Throws a ConnectionError when these are not the bytes of an HTTP/2 client. */
  push(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = this.isBegun ? 0 : this.begin(bytes);
    while (this.isBegun && bytes.length - at >= headerLength) {
      const end = at + headerLength + payloadLength(bytes, at);
      if (end > bytes.length) break;
      const streamId = bytes.readUInt32BE(at + 5) & 0x7fff_ffff;
      this.receive(bytes[at + 3] ?? 0, bytes[at + 4] ?? 0, streamId, bytes.subarray(at + headerLength, end));
      at = end;
    }
    this.rest = bytes.subarray(at);
  }

  private begin(bytes: Buffer): number {
    const length = Math.min(bytes.length, preface.length);
    if (!bytes.subarray(0, length).equals(preface.subarray(0, length)))
      throw new ConnectionError(ErrorCode.protocolError, 'the client does not speak HTTP/2');
    this.isBegun = length === preface.length;
    return this.isBegun ? length : 0;
  }
}

function payloadLength(bytes: Buffer, at: number): number {
  const length = ((bytes[at] ?? 0) << 16) | bytes.readUInt16BE(at + 1);
  // No larger size was announced.
  if (length > defaultFrameSize) throw new ConnectionError(ErrorCode.frameSizeError, 'a frame is too large');
  return length;
}

/** One frame as it is sent. */
export function frame(type: number, flags: number, streamId: number, payload: Uint8Array = nothing): Buffer {
  const bytes = Buffer.allocUnsafe(headerLength + payload.length);
  // Not `writeUIntBE`, which took half the time of making a frame.
  bytes[0] = payload.length >> 16;
  bytes.writeUInt16BE(payload.length & 0xffff, 1);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(streamId, 5);
  bytes.set(payload, headerLength);
  return bytes;
}

/** A frame whose payload is numbers of four bytes. */
export function numberFrame(type: number, streamId: number, ...numbers: readonly number[]): Buffer {
  const payload = Buffer.allocUnsafe(4 * numbers.length);
  for (const [index, number] of numbers.entries()) payload.writeUInt32BE(number, 4 * index);
  return frame(type, 0, streamId, payload);
}
