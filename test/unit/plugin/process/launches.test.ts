import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { Launches, type LaunchStart, type RunningLaunch } from '../../../../src/plugin/process/launches';
import type { ProcessIdentity } from '../../../../src/plugin/process/process-identity';

const identity = (pid: number): ProcessIdentity => ({ pid, started: '7' });
const [terraform, first, second] = [identity(100), identity(200), identity(300)];
const standard = { isReused: true, isFollowed: true, isPublished: true, isChild: true };

/** Launches whose surroundings are told by hand, with the story of what they did. */
function started({ isReused, isFollowed, isPublished, isChild }: typeof standard) {
  const story: string[] = [];
  const begun: LaunchStart[] = [];
  const there = new Set([terraform, first, second]);
  const world = { now: 0, claim: '', isConnected: true, isHalfClaimed: false, look: () => {} };
  const begin = (start: LaunchStart): RunningLaunch => {
    const number = begun.push(start);
    story.push(`begin ${number}: ${start.clientCertificate}`);
    return {
      admit: () => story.push(`admit to ${number}`),
      close: () => {
        story.push(`close ${number}`);
        return isFollowed;
      },
      get isConnected() {
        return world.isConnected;
      },
      isTrusted: () => true,
      end: () => start.ended(true),
      signalled: () => story.push(`signal ${number}`),
    };
  };
  const place = {
    publish: () => {
      story.push('publish');
      return isPublished;
    },
    endLaunch: ({ pid }: ProcessIdentity, isFirst: boolean) =>
      story.push(`end ${isFirst ? 'first ' : ''}launcher ${pid}`),
    claim: () => (world.claim ? { launcher: second, clientCertificate: world.claim } : undefined),
    reopen: () => {
      world.claim = '';
      story.push('reopen');
    },
    withdraw: () => world.claim === '' && !world.isHalfClaimed,
  };
  const prepare = (served: number) => story.push(`prepare ${served}`);
  const processes = { isThere: (process: ProcessIdentity) => there.has(process), isChild: () => isChild };
  const launches = new Launches({
    begin,
    clientCertificate: 'one',
    reuse: isReused ? { place, prepare, terraform, launcher: first, processes } : undefined,
    every: (_, action) => {
      world.look = action;
    },
    now: () => world.now,
    exit: last => {
      story.push('exit');
      last?.();
    },
  });
  return { launches, begun, world, there, story };
}

type Started = ReturnType<typeof started>;

/** What happens to a process. `end` is the end of the present launch, `look` the check of other processes. */
const happenings: Readonly<Record<string, (s: Started) => unknown>> = {
  end: ({ begun }) => begun.at(-1)?.ended(true),
  'end-busy': ({ begun }) => begun.at(-1)?.ended(false),
  'end-first': ({ begun }) => begun[0]?.ended(true),
  claim: ({ world }) => (world.claim = 'two'),
  'half-claim': ({ world }) => (world.isHalfClaimed = true),
  connect: ({ launches }) => launches.admit(new PassThrough()),
  unconnected: ({ world }) => (world.isConnected = false),
  signal: ({ launches }) => launches.signalled(),
  trust: ({ launches, story }) =>
    story.push(`trust: ${launches.isTrusted(new TLSSocket(new PassThrough()))}`),
  'kill-terraform': ({ there }) => there.delete(terraform),
  'kill-first': ({ there }) => there.delete(first),
  'kill-second': ({ there }) => there.delete(second),
  look: ({ world }) => world.look(),
};

const waiting = ['close 1', 'publish', 'end first launcher 200', 'prepare 1'];
const served = [...waiting, 'begin 2: two', 'admit to 2'];
const third = ['begin 3: two', 'trust: true', 'close 3', 'reopen', 'end launcher 300', 'prepare 3'];
const killed = ['close 2', 'exit', 'end launcher 300'];
const again = [...served, 'close 2', 'reopen', 'end launcher 300', 'prepare 2'];

test.each<[string, Partial<typeof standard>, string, readonly string[]]>([
  ['serves its first launch', {}, 'connect signal trust', ['admit to 1', 'signal 1', 'trust: true']],
  ['serves nobody while it waits', {}, 'end connect signal trust', [...waiting, 'trust: false']],
  ['trusts a client of what claims it', {}, 'end claim trust', [...waiting, 'begin 2: two', 'trust: true']],
  ['waits again after that', {}, 'end claim connect end claim trust end', [...again, ...third]],
  ['ends if it is not used again', { isReused: false }, 'connect end', ['admit to 1', 'close 1', 'exit']],
  ['ends if no launch follows', { isFollowed: false }, 'end', ['close 1', 'exit']],
  ['ends if calls go on', {}, 'end-busy', ['close 1', 'exit']],
  ['ends if another has the folder', { isPublished: false }, 'end', ['close 1', 'publish', 'exit']],
  ['ends if its launcher was killed', {}, 'kill-first end', ['close 1', 'exit']],
  ['ends if its Terraform was killed', {}, 'kill-terraform end', ['close 1', 'exit']],
  ['ends if a later launcher was killed', {}, 'end claim connect kill-second end', [...served, ...killed]],
  ['goes on if an earlier one was', {}, 'end claim kill-first connect look', served],
  ['ignores a stranger', { isChild: false }, 'end claim connect trust', [...waiting, 'trust: false']],
  ['ignores timers of a launch that has ended', {}, 'end claim connect end-first', served],
  ['waits for its first connection', {}, 'unconnected look', []],
  ['ends without one, without its launcher', {}, 'unconnected kill-first look', ['close 1', 'exit']],
  ['ends without one, without its Terraform', {}, 'unconnected kill-terraform look', ['close 1', 'exit']],
  ['is left to its connection otherwise', {}, 'kill-first look', []],
  ['waits ten seconds', {}, 'end 9999 look', waiting],
  ['ends after ten seconds', {}, 'end 10000 look', [...waiting, 'exit']],
  ['ends when Terraform has ended', {}, 'end kill-terraform look', [...waiting, 'exit']],
  ['waits ten seconds from each launch on', {}, '9999 end 9999 claim connect end 9999 look', again],
  ['serves a claim of the last moment', {}, 'end claim 10000 look connect', served],
  ['waits a second for a claim to be completed', {}, 'end half-claim 11000 look', waiting],
  ['ends after a claim that is never completed', {}, 'end half-claim 11001 look', [...waiting, 'exit']],
])('a process %s', (_, circumstances, events, story) => {
  const s = started({ ...standard, ...circumstances });
  for (const event of events.split(' ')) {
    s.world.now += Number(event) || 0;
    happenings[event]?.(s);
  }
  expect(s.story).toEqual(['begin 1: one', ...story]);
});
