/** The numbers of HTTP/2 that a gRPC server needs (RFC 9113, sections 6 and 7). */

export const FrameType = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  ping: 6,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = {
  endStream: 0x01,
  acknowledge: 0x01,
  endHeaders: 0x04,
  padded: 0x08,
  priority: 0x20,
} as const;

export const Setting = { initialWindowSize: 4, maximumFrameSize: 5 } as const;

/** The largest possible window, in bytes. */
export const maximumWindow = 2 ** 31 - 1;

/** Initial window of both sides, in bytes, unless settings or updates change it. */
export const initialWindow = 65_535;

/** The largest payload of a frame, in bytes, unless the receiver's settings allow more. */
export const defaultFrameSize = 16_384;

/** The peer's bytes cannot be read: the connection ends. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
