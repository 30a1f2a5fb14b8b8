import { expect, test } from 'vitest';
import { describeFailure, panicText } from '../../../../src/plugin/grpc/crash';
import { Status, StatusError } from '../../../../src/plugin/grpc/status';

const failureOf = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (failure) {
    return failure;
  }
};

const throwing = (thrown: unknown) => () => {
  throw thrown;
};
const frames = 'planted-secret\n    at planted-secret (file:1:1)';
const changed = Object.assign(new Error('planted-secret'), { message: 'other' });

test.each([
  ['what JSON.parse quotes', () => JSON.parse('planted-secret')],
  ['a message of several lines, one like a stack frame', throwing(new RangeError(frames))],
  ['a thrown text', throwing('planted-secret')],
  ['a message changed after the stack was taken', throwing(changed)],
])('a crash must not repeat %s', (_, action) => {
  expect(panicText(failureOf(action))).not.toContain('planted-secret');
});

test('a crash starts with the text that Terraform searches for, the kind of failure and its place', () => {
  const text = panicText(failureOf(() => JSON.parse('{')));
  expect(text).toMatch(/^panic: SyntaxError\n {4}at JSON\.parse/);
  expect(text).toContain('crash.test.ts');
});

test('our own message is shown', () => {
  expect(describeFailure(new StatusError(Status.internal, 'our words'))).toMatch(
    /^StatusError: our words\n {4}at /,
  );
});
