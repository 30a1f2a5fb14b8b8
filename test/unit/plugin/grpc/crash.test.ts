import { expect, test } from 'vitest';
import { describeFailure, panicText } from '../../../../src/plugin/grpc/crash';
import { Status, StatusError } from '../../../../src/plugin/grpc/status';

const failureOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (failure) {
    return failure;
  }
};

const frames = 'planted-secret\n    at planted-secret (file:1:1)';
const changed = Object.assign(new Error('planted-secret'), { message: 'other' });

test.each([
  ['what JSON.parse quotes', failureOf('planted-secret')],
  ['a message of several lines, one like a stack frame', new RangeError(frames)],
  ['a thrown text', 'planted-secret'],
  ['a message changed after the stack was taken', changed],
])('a crash must not repeat %s', (_, failure) => {
  expect(panicText(failure)).not.toContain('planted-secret');
});

test('a crash starts with the text that Terraform searches for, the kind of failure and its place', () => {
  const text = panicText(failureOf('{'));
  expect(text).toMatch(/^panic: SyntaxError\n {4}at JSON\.parse/);
  expect(text).toContain('crash.test.ts');
});

test('our own message is shown', () => {
  expect(describeFailure(new StatusError(Status.internal, 'our words'))).toMatch(
    /^StatusError: our words\n {4}at /,
  );
});
