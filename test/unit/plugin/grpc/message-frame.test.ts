import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, maximumMessageLength, messageIn } from '../../../../src/plugin/grpc/message-frame';
import { Status } from '../../../../src/plugin/grpc/status';

const prefix = (flag: number, length: number) => {
  const bytes = Buffer.alloc(5);
  bytes[0] = flag;
  bytes.writeUInt32BE(length, 1);
  return bytes;
};

const refusal = (code: Status) => expect.objectContaining({ name: 'StatusError', code });

/** A message's frame cut at any places, empty pieces included. */
const cutFrames = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(320)))
  .map(([message, cuts]) => {
    const frame = frameOf(message);
    const places = [0, ...cuts.filter(cut => cut < frame.length).sort((a, b) => a - b), frame.length];
    return { message, pieces: places.slice(1).map((end, index) => frame.subarray(places[index], end)) };
  });

test('a message is preserved, wherever its frame is split', () => {
  fc.assert(
    fc.property(cutFrames, ({ message, pieces }) => {
      expect(Buffer.compare(messageIn(pieces), message)).toBe(0);
    }),
  );
});

test.each([
  ['it is compressed', [prefix(1, 0)], Status.unimplemented],
  ['it has more bytes than announced', [prefix(0, 1), Buffer.from('ab')], Status.internal],
  ['it has fewer bytes than announced', [prefix(0, 3), Buffer.from('ab')], Status.internal],
  ['its prefix is cut off', [prefix(0, 0).subarray(0, 4)], Status.internal],
  ['it is empty', [], Status.internal],
])('a request must be refused when %s', (_, pieces, code) => {
  expect(() => messageIn(pieces)).toThrow(refusal(code));
});

test('an answer is refused if it is longer than Terraform reads', () => {
  const tooLong = new Uint8Array(maximumMessageLength + 1);
  expect(() => frameOf(tooLong)).toThrow(refusal(Status.resourceExhausted));
});

test('a message in one piece is read without a copy', () => {
  // Node.js makes small buffers in one pool.
  const frame = frameOf(Buffer.alloc(100_000));
  expect(messageIn([frame]).buffer).toBe(frame.buffer);
});
