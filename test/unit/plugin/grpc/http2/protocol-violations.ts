import { frame } from '../../../../../src/plugin/grpc/http2/frames';
import { encodeHeaders } from '../../../../../src/plugin/grpc/http2/header-encoder';
import { ErrorCode, Flag, FrameType } from '../../../../../src/plugin/grpc/http2/protocol';

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const headers = encodeHeaders({ ':method': 'POST', ':path': '/' });
export const request = (streamId: number, flags: number = Flag.endHeaders) =>
  frame(FrameType.headers, flags, streamId, headers);
/** A request whose headers have not ended after so many further frames, which add nothing to them. */
export const pieces = (count: number) => [
  request(1, 0),
  ...Array.from({ length: count }, () => frame(FrameType.continuation, 0, 1)),
];

/** What a client does wrong, the bytes that it sends, and the error code of the answer (RFC 9113, sections 4 to 6). */
export const violations: readonly (readonly [string, readonly Buffer[], ErrorCode])[] = [
  ['speaks another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')], ErrorCode.protocolError],
  ['gives a request an even number', [preface, request(2)], ErrorCode.protocolError],
  [
    'sends DATA for a stream that does not exist',
    [preface, frame(FrameType.data, 0, 1)],
    ErrorCode.protocolError,
  ],
  ['sends headers on stream 0', [preface, request(0)], ErrorCode.protocolError],
  [
    'sends data on a stream that it has ended',
    [preface, request(1, Flag.endHeaders | Flag.endStream), frame(FrameType.data, 0, 1, Buffer.from('a'))],
    ErrorCode.streamClosed,
  ],
  [
    'ends a stream twice',
    [preface, request(1, Flag.endHeaders | Flag.endStream), frame(FrameType.data, Flag.endStream, 1)],
    ErrorCode.streamClosed,
  ],
  [
    'sends headers on a stream that it has ended',
    [preface, request(1, Flag.endHeaders | Flag.endStream), request(1, Flag.endHeaders | Flag.endStream)],
    ErrorCode.streamClosed,
  ],
  [
    'sends data on a stream that it has skipped',
    [preface, request(3), frame(FrameType.data, 0, 1)],
    ErrorCode.streamClosed,
  ],
  ['interrupts headers', [preface, request(1, 0), frame(FrameType.ping, 0, 0)], ErrorCode.protocolError],
  [
    'sends CONTINUATION without HEADERS',
    [preface, frame(FrameType.continuation, 0, 1)],
    ErrorCode.protocolError,
  ],
  ['pushes', [preface, frame(FrameType.pushPromise, 0, 1)], ErrorCode.protocolError],
  [
    'pads all',
    [preface, request(1), frame(FrameType.data, Flag.padded, 1, Buffer.of(9))],
    ErrorCode.protocolError,
  ],
  [
    'sends a window update of zero',
    [preface, frame(FrameType.windowUpdate, 0, 0, Buffer.alloc(4))],
    ErrorCode.protocolError,
  ],
  [
    'opens a window too far',
    [preface, frame(FrameType.windowUpdate, 0, 0, Buffer.of(0x7f, 255, 255, 255))],
    ErrorCode.flowControlError,
  ],
  [
    'cuts off its settings',
    [preface, frame(FrameType.settings, 0, 0, Buffer.alloc(5))],
    ErrorCode.frameSizeError,
  ],
  ['sends a short ping', [preface, frame(FrameType.ping, 0, 0, Buffer.alloc(7))], ErrorCode.frameSizeError],
  [
    'sends headers without end',
    [
      preface,
      request(1, 0),
      ...Array.from({ length: 5 }, () => frame(FrameType.continuation, 0, 1, Buffer.alloc(16_000))),
    ],
    ErrorCode.enhanceYourCalm,
  ],
  ['sends headers in too many pieces', [preface, ...pieces(9)], ErrorCode.enhanceYourCalm],
];
