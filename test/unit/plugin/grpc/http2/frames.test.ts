import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frame, numberFrame } from '../../../../../src/plugin/grpc/http2/frames';
import { preface } from './conversation';

type Received = readonly [type: number, flags: number, streamId: number, payload: string];

function read(pieces: readonly Uint8Array[]): Received[] {
  const received: Received[] = [];
  const reader = new FrameReader((type, flags, streamId, payload) =>
    received.push([type, flags, streamId, payload.toString('hex')]),
  );
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return received;
}

const byte = fc.integer({ min: 0, max: 255 });
const frames = fc.array(fc.tuple(byte, byte, fc.nat(2 ** 31 - 1), fc.uint8Array({ maxLength: 50 })), {
  maxLength: 8,
});

test('frames are preserved, wherever the data is split', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat()), (sent, places) => {
      const bytes = Buffer.concat([preface, ...sent.map(parts => frame(...parts))]);
      const ends = [...places.map(place => place % bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      const hex = (payload: Uint8Array) => Buffer.from(payload).toString('hex');
      const expected = sent.map(([type, flags, id, payload]) => [type, flags, id, hex(payload)]);
      expect(read(pieces)).toEqual(expected);
    }),
  );
});

test('a frame has nine bytes before its payload, and a stream identifier of 31 bits', () => {
  expect(frame(1, 2, 3, Buffer.of(4)).toString('hex')).toBe('00000101020000000304');
  expect(frame(0, 0, 0, Buffer.alloc(0x12345)).toString('hex', 0, 9)).toBe('012345000000000000');
  expect(numberFrame(8, 1, 5).toString('hex')).toBe('00000408000000000100000005');
  const reserved = Buffer.from('000000060080000001', 'hex');
  expect(read([preface, reserved])).toEqual([[6, 0, 1, '']]);
});
