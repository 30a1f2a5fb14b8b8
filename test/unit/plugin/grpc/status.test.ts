import { expect, test } from 'vitest';
import { Status, trailersOf } from '../../../../src/plugin/grpc/status';

/** On the wire a message is printable ASCII. */
test.each([
  ['plain words', 'No key, 100 % sure: it’s gone.', 'No key, 100 %25 sure: it%E2%80%99s gone.'],
  ['control characters, and the ends of ASCII', ' ~\u007f\n\u0000', ' ~%7F%0A%00'],
  ['a character of two halves', '🙂', '%F0%9F%99%82'],
  ['half of such a character', 'a\ud800b', 'a%EF%BF%BDb'],
  ['the longest message', 'x'.repeat(1500), 'x'.repeat(1500)],
  ['a longer message, cut', 'x'.repeat(1501), 'x'.repeat(1500)],
])('a message is encoded: %s', (_, message, encoded) => {
  expect(trailersOf(Status.notFound, message)).toEqual({ 'grpc-status': '5', 'grpc-message': encoded });
});
