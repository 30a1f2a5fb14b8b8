import { expect, test } from 'vitest';
import { Lifecycle } from '../../../../src/plugin/grpc/lifecycle';

/** What happens to a launch, one after the other; a number is milliseconds that pass. Returns what it did. */
function storyOf(events: string, hasOwner: boolean): readonly string[] {
  const story: string[] = [];
  const timers: { at: number; action: () => void }[] = [];
  let now = 0;
  const lifecycle = new Lifecycle({
    hasOwner,
    ended: isIdle => story.push(isIdle ? 'end' : 'end all the same'),
    stop: () => story.push('stop'),
    after: (milliseconds, action) => timers.push({ at: now + milliseconds, action }),
  });
  const happen: Readonly<Record<string, () => void>> = {
    connect: () => lifecycle.connected(),
    disconnect: () => lifecycle.disconnected(),
    call: () => lifecycle.callBegan(),
    answer: () => lifecycle.callEnded(),
    signal: () => lifecycle.signalled(),
    shutdown: () => lifecycle.end(),
  };
  for (const event of events.split(' ')) {
    happen[event]?.();
    now += Number(event) || 0;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.action();
    }
  }
  return story;
}

test.each<[string, string, readonly string[]]>([
  ['waits a minute for its first connection', '59999', []],
  ['ends without one after a minute', '60000', ['end']],
  ['goes on with one', 'connect 60000', []],
  ['ends on a signal without a connection', 'signal', ['end']],
  ['goes on after a signal with a connection', 'connect signal', []],
  ['ends at Shutdown after its calls, and stops none', 'connect call answer shutdown', ['end']],
  ['ends after the last call in flight', 'connect call call shutdown answer answer', ['stop', 'end']],
  // Terraform kills after two seconds.
  ['waits 1.8 seconds for a call', 'connect call shutdown 1799', ['stop']],
  ['ends with a call after that', 'connect call shutdown 1800', ['stop', 'end all the same']],
  ['has one end only', 'connect call shutdown disconnect', ['stop']],
  ['goes on while one connection is left', 'connect connect disconnect', []],
  ['ends when the last connection is lost', 'connect connect disconnect disconnect', ['end']],
])('a launch %s: %s', (_, events, story) => {
  expect(storyOf(events, true)).toEqual(story);
});

// A debugger or a controller starts the provider, and Terraform finds it by TF_REATTACH_PROVIDERS.
test.each<[string, string, readonly string[]]>([
  ['goes on after the last one', 'connect disconnect 60000 connect', []],
  ['ends on a signal after its calls', 'connect call signal answer', ['stop', 'end']],
])('a launch that no Terraform owns %s: %s', (_, events, story) => {
  expect(storyOf(events, false)).toEqual(story);
});
