import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Status, trailersOf } from '../../../../src/plugin/grpc/status';

test('a good answer has a status and no message', () => {
  expect(trailersOf(Status.ok)).toEqual({ 'grpc-status': '0' });
});

test('a message is printable ASCII on the wire, and whole again after decoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), message => {
      const encoded = trailersOf(Status.internal, message)['grpc-message'] ?? '';
      expect(encoded).toMatch(/^[ -~]*$/);
      expect(decodeURIComponent(encoded)).toBe(message);
    }),
  );
});

test('plain words stay readable', () => {
  expect(trailersOf(Status.notFound, 'No key, 100 % sure: it’s gone.')['grpc-message']).toBe(
    'No key, 100 %25 sure: it%E2%80%99s gone.',
  );
});

test('half a surrogate pair does not break the answer', () => {
  expect(trailersOf(Status.internal, 'a\ud800b')['grpc-message']).toBe('a%EF%BF%BDb');
});
