/** The numbers of HTTP/2 that a gRPC server needs (RFC 9113, sections 6 and 7). */

export const FrameType = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
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

export const ErrorCode = {
  noError: 0,
  protocolError: 1,
  flowControlError: 3,
  streamClosed: 5,
  frameSizeError: 6,
  compressionError: 9,
  enhanceYourCalm: 11,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** The largest possible window, in bytes. */
export const maximumWindow = 2 ** 31 - 1;

/** Initial window of both sides, in bytes, unless settings or updates change it. */
export const initialWindow = 65_535;

/** The largest payload of a frame, in bytes, unless the receiver's settings allow more. */
export const defaultFrameSize = 16_384;

/** The peer violated a rule of the connection: it gets an error, and the connection ends. */
export class ConnectionError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'ConnectionError';
  }
}
