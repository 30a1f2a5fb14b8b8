import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Launches, type LaunchStart, type RunningLaunch } from '../../../../src/plugin/process/launches';
import type { ProcessIdentity } from '../../../../src/plugin/process/process-identity';

const process = (pid: number): ProcessIdentity => ({ pid, started: '7' });
const [terraform, firstLauncher, secondLauncher] = [process(100), process(200), process(300)];

/** Launches whose surroundings are told by hand, with the story of what they did. */
function started({ isReused = true, isTraceless = true, isPublished = true, isChild = true } = {}) {
  const story: string[] = [];
  const beginnings: LaunchStart[] = [];
  const there = new Set([terraform, firstLauncher, secondLauncher]);
  const world = {
    now: 0,
    claim: '',
    isConnected: true,
    isHalfClaimed: false,
    look: () => {},
  };
  const begin = (beginning: LaunchStart): RunningLaunch => {
    beginnings.push(beginning);
    const number = beginnings.length;
    return {
      admit: () => story.push(`admit to ${number}`),
      close: () => story.push(`close ${number}`),
      get isConnected() {
        return world.isConnected;
      },
      isTraceless,
      isTrusted: () => true,
      end: () => beginning.ended(true),
      print: () => {},
      signalled: () => story.push(`signal ${number}`),
    };
  };
  const place = {
    publish: () => {
      story.push('publish');
      return isPublished;
    },
    endLaunch: ({ pid }: ProcessIdentity) => story.push(`endLaunch ${pid}`),
    claim: () => (world.claim ? { launcher: secondLauncher, clientCertificate: world.claim } : undefined),
    reopen: () => {
      world.claim = '';
      story.push('reopen');
    },
    withdraw: () => world.claim === '' && !world.isHalfClaimed,
  };
  const launches = new Launches({
    begin,
    clientCertificate: 'first',
    reuse: isReused
      ? {
          place,
          prepare: served => story.push(`prepare after ${served}`),
          terraform,
          launcher: firstLauncher,
          processes: { isThere: process => there.has(process), isChild: () => isChild },
        }
      : undefined,
    every: (_, action) => {
      world.look = action;
    },
    now: () => world.now,
    exit: last => {
      story.push('exit');
      last?.();
    },
  });
  const connect = () => launches.admit(new PassThrough());
  const told = () => story.splice(0);
  return { launches, beginnings, world, there, connect, told, begun: () => beginnings.at(-1) };
}

/** The present launch ends as Terraform has it end. */
function shutDown({ begun }: ReturnType<typeof started>, isIdle = true): void {
  begun()?.ended(isIdle);
}

test('after its first launch a process publishes its folder, lets the launcher go and prepares, in this order', () => {
  const s = started();
  shutDown(s);
  expect(s.told()).toEqual(['close 1', 'publish', `endLaunch ${firstLauncher.pid}`, 'prepare after 1']);
});

test('a claim starts the next launch, with the certificate of its launcher', () => {
  const s = started();
  shutDown(s);
  s.told();
  s.connect();
  expect(s.told()).toEqual([]);
  s.world.claim = 'second';
  s.connect();
  expect(s.told()).toEqual(['admit to 2']);
  expect(s.begun()?.clientCertificate).toBe('second');
  shutDown(s);
  expect(s.told()).toEqual(['close 2', 'reopen', `endLaunch ${secondLauncher.pid}`, 'prepare after 2']);
});

test.each([
  ['processes are not reused', { isReused: false }, true],
  ['a trace was left', { isTraceless: false }, true],
  ['calls go on', {}, false],
])('a process ends with its first launch where %s', (_, circumstances, isIdle) => {
  const s = started(circumstances);
  shutDown(s, isIdle);
  expect(s.told()).toEqual(['exit']);
});

test('a process ends with its first launch if another has the folder', () => {
  const s = started({ isPublished: false });
  shutDown(s);
  expect(s.told()).toEqual(['close 1', 'publish', 'exit']);
});

test('a claim of a launcher that Terraform has not started is ignored', () => {
  const s = started({ isChild: false });
  shutDown(s);
  s.told();
  s.world.claim = 'a stranger’s';
  s.connect();
  expect(s.told()).toEqual([]);
  expect(s.launches.isTrusted(new PassThrough() as never)).toBe(false);
  s.world.now = 11_001;
  s.world.look();
  expect(s.told()).toEqual(['exit']);
});

test('a process ends with its launch when the launcher was killed', () => {
  const first = started();
  first.there.delete(firstLauncher);
  shutDown(first);
  expect(first.told()).toEqual(['exit']);
  const later = started();
  shutDown(later);
  later.world.claim = 'second';
  later.connect();
  later.there.delete(secondLauncher);
  later.told();
  shutDown(later);
  expect(later.told()).toEqual(['exit', `endLaunch ${secondLauncher.pid}`]);
});

test('timers of a launch that has ended do not affect the next one', () => {
  const s = started();
  const [beginning] = s.beginnings;
  shutDown(s);
  s.world.claim = 'second';
  s.connect();
  s.told();
  beginning?.ended(true);
  expect(s.told()).toEqual([]);
});

test.each<[string, (s: ReturnType<typeof started>) => void]>([
  ['a launcher', ({ there }) => there.delete(firstLauncher)],
  ['a Terraform', ({ there }) => there.delete(terraform)],
])('no process waits for %s that was killed before it connected', (_, kill) => {
  const s = started();
  s.world.isConnected = false;
  s.world.look();
  expect(s.told()).toEqual([]);
  kill(s);
  s.world.look();
  expect(s.told()).toEqual(['exit']);
});

const half =
  (now: number) =>
  ({ world }: ReturnType<typeof started>) => {
    world.isHalfClaimed = true;
    world.now = now;
  };

test.each<[string, (s: ReturnType<typeof started>) => void, readonly string[]]>([
  ['goes on while Terraform is there', ({ world }) => (world.now = 9_999), []],
  ['ends after ten seconds', ({ world }) => (world.now = 10_000), ['exit']],
  ['ends when Terraform has ended', ({ there }) => there.delete(terraform), ['exit']],
  ['goes on while it is being claimed', half(10_999), []],
  ['ends after a claim that is never completed', half(11_001), ['exit']],
])('waiting %s', (_, happens, expected) => {
  const s = started();
  shutDown(s);
  s.told();
  happens(s);
  s.world.look();
  expect(s.told()).toEqual(expected);
});

test('a claimed process does not end after the waiting time', () => {
  const s = started();
  shutDown(s);
  s.world.now = 10_000;
  s.world.claim = 'second';
  s.told();
  s.world.look();
  s.connect();
  expect(s.told()).toEqual(['admit to 2']);
});
