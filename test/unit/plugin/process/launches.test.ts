import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { Launches, type LaunchStart, type RunningLaunch } from '../../../../src/plugin/process/launches';

const standard = { isReused: true, isFollowed: true, isOpened: true };

/** Launches whose surroundings are told by hand, with the story of what they did. */
function started({ isReused, isFollowed, isOpened }: typeof standard) {
  const story: string[] = [];
  const begun: LaunchStart[] = [];
  const world = { claim: '', isHalfClaimed: false, isAccompanied: true, isTerraformThere: true };
  const begin = (start: LaunchStart): RunningLaunch => {
    const number = begun.push(start);
    story.push(`begin ${number}: ${start.clientCertificate}`);
    return {
      admit: () => story.push(`admit to ${number}`),
      close: () => {
        story.push(`close ${number}`);
        return isFollowed;
      },
      isTrusted: () => true,
      signalled: () => story.push(`signal ${number}`),
    };
  };
  const place = {
    isTerraformThere: () => world.isTerraformThere,
    isAccompanied: () => world.isAccompanied,
    open: () => {
      world.claim = '';
      story.push('open');
      return isOpened;
    },
    endLaunch: () => story.push('end launcher'),
    claim: () => world.claim || undefined,
    withdraw: () => world.claim === '' && !world.isHalfClaimed,
  };
  const launches = new Launches({
    begin,
    clientCertificate: 'one',
    place: isReused ? place : undefined,
    prepare: served => story.push(`prepare ${served}`),
    exit: last => {
      story.push('exit');
      last?.();
    },
  });
  return { launches, begun, world, story };
}

type Started = ReturnType<typeof started>;

/** What happens to a process. `end` is the end of the present launch; a number is so many checks of other processes. */
const happenings: Readonly<Record<string, (s: Started) => unknown>> = {
  end: ({ begun }) => begun.at(-1)?.ended(true),
  'end-busy': ({ begun }) => begun.at(-1)?.ended(false),
  'end-first': ({ begun }) => begun[0]?.ended(true),
  claim: ({ world }) => (world.claim = 'two'),
  'half-claim': ({ world }) => (world.isHalfClaimed = true),
  connect: ({ launches }) => launches.admit(new PassThrough()),
  signal: ({ launches }) => launches.signalled(),
  trust: ({ launches, story }) =>
    story.push(`trust: ${launches.isTrusted(new TLSSocket(new PassThrough()))}`),
  'kill-terraform': ({ world }) => (world.isTerraformThere = false),
  desert: ({ world }) => (world.isAccompanied = false),
};

const waiting = ['close 1', 'open', 'end launcher', 'prepare 1'];
const served = [...waiting, 'begin 2: two', 'admit to 2'];
const third = ['begin 3: two', 'trust: true', 'close 3', 'open', 'end launcher', 'prepare 3'];
const again = [...served, 'close 2', 'open', 'end launcher', 'prepare 2'];

test.each<[string, Partial<typeof standard>, string, readonly string[]]>([
  ['serves its first launch', {}, 'connect signal trust', ['admit to 1', 'signal 1', 'trust: true']],
  ['serves nobody while it waits', {}, 'end connect signal trust', [...waiting, 'trust: false']],
  ['waits again after that', {}, 'end claim connect end claim trust end', [...again, ...third]],
  ['ends if it is not used again', { isReused: false }, 'connect end', ['admit to 1', 'close 1', 'exit']],
  ['ends if no launch follows', { isFollowed: false }, 'end', ['close 1', 'exit']],
  ['ends if calls go on', {}, 'end-busy', ['close 1', 'exit']],
  ['ends if another has the folder', { isOpened: false }, 'end', ['close 1', 'open', 'exit']],
  ['ends if it was deserted', {}, 'desert end', ['close 1', 'exit']],
  ['says a later end', {}, 'end claim connect desert end', [...served, 'close 2', 'exit', 'end launcher']],
  ['ignores timers of a launch that has ended', {}, 'end claim connect end-first', served],
  ['leaves its end to a launch, if it was deserted', {}, 'desert 1', ['signal 1']],
  ['ends after ten seconds', {}, 'end 200', [...waiting, 'exit']],
  ['ends when Terraform has ended', {}, 'end kill-terraform 1', [...waiting, 'exit']],
  ['waits ten seconds from each launch on', {}, '199 end 199 claim connect end 199', again],
  ['serves a claim of the last moment', {}, 'end claim 200 connect', served],
  ['waits a second for a claim to be completed', {}, 'end half-claim 220', waiting],
  ['ends after a claim that is never completed', {}, 'end half-claim 221', [...waiting, 'exit']],
])('a process %s', (_, circumstances, events, story) => {
  const s = started({ ...standard, ...circumstances });
  for (const event of events.split(' ')) {
    for (let polls = Number(event); polls > 0; polls -= 1) s.launches.poll();
    happenings[event]?.(s);
  }
  expect(s.story).toEqual(['begin 1: one', ...story]);
});
