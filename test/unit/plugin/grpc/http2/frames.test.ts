import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frame } from '../../../../../src/plugin/grpc/http2/frames';
import { ConnectionError } from '../../../../../src/plugin/grpc/http2/protocol';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

interface Received {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: readonly number[];
}

function read(pieces: readonly Uint8Array[]): Received[] {
  const received: Received[] = [];
  const reader = new FrameReader((type, flags, streamId, payload) =>
    received.push({ type, flags, streamId, payload: [...payload] }),
  );
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return received;
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const within = places.map(place => place % bytes.length).sort((a, b) => a - b);
  return [0, ...within].map((start, index) => bytes.subarray(start, within[index] ?? bytes.length));
}

const byte = fc.integer({ min: 0, max: 255 });
const frames = fc.array(
  fc.record({
    type: byte,
    flags: byte,
    streamId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    payload: fc.array(byte, { maxLength: 50 }),
  }),
  { maxLength: 8 },
);

test('frames are preserved, wherever the data is split', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat()), (sent, places) => {
      const written = sent.map(({ type, flags, streamId, payload }) =>
        frame(type, flags, streamId, Buffer.from(payload)),
      );
      expect(read(cut(Buffer.concat([preface, ...written]), places))).toEqual(sent);
    }),
  );
});

test.each(['GET / HTTP/1.1\r\n\r\n', 'Q'])('a client that begins with %j is refused', text => {
  expect(() => read([Buffer.from(text)])).toThrow(ConnectionError);
});
