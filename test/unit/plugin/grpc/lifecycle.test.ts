import { expect, test } from 'vitest';
import { Lifecycle } from '../../../../src/plugin/grpc/lifecycle';

/** A lifecycle whose clock is moved by hand, with the story of what it did. */
function started() {
  const story: string[] = [];
  const timers: { at: number; action: () => void }[] = [];
  const lifecycle = new Lifecycle({
    ended: isIdle => story.push(isIdle ? 'end' : 'end all the same'),
    stop: () => story.push('stop'),
    after: (milliseconds, action) => timers.push({ at: milliseconds, action }),
  });
  const pass = (milliseconds: number) => {
    for (const { at, action } of timers.splice(0)) if (at <= milliseconds) action();
  };
  return { lifecycle, story, pass };
}

test('a process without a connection exits after a minute', () => {
  const { story, pass } = started();
  pass(60_000);
  expect(story).toEqual(['end']);
});

test('a process with a connection does not', () => {
  const { lifecycle, story, pass } = started();
  lifecycle.connected();
  pass(60_000);
  expect(story).toEqual([]);
});

test('the end without calls in flight is immediate and stops no call', () => {
  const { lifecycle, story } = started();
  lifecycle.connected();
  lifecycle.end();
  expect(story).toEqual(['end']);
});

test('the end waits for the last call in flight', () => {
  const { lifecycle, story } = started();
  lifecycle.connected();
  lifecycle.callBegan();
  lifecycle.callBegan();
  lifecycle.end();
  lifecycle.callEnded();
  expect(story).toEqual(['stop']);
  lifecycle.callEnded();
  expect(story).toEqual(['stop', 'end']);
});

test('the end waits less than the two seconds after which Terraform kills', () => {
  const { lifecycle, story, pass } = started();
  lifecycle.connected();
  lifecycle.callBegan();
  lifecycle.end();
  pass(1999);
  expect(story).toEqual(['stop', 'end all the same']);
});

test('a second reason to leave has no effect', () => {
  const { lifecycle, story } = started();
  lifecycle.connected();
  lifecycle.callBegan();
  lifecycle.end();
  lifecycle.disconnected();
  expect(story).toEqual(['stop']);
});

test('only the last connection ends the process', () => {
  const { lifecycle, story } = started();
  lifecycle.connected();
  lifecycle.connected();
  lifecycle.disconnected();
  expect(story).toEqual([]);
  lifecycle.disconnected();
  expect(story).toEqual(['end']);
});
