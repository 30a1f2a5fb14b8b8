import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/provider/creation/journal/entry';
import type { Liveness } from '../../../src/provider/creation/journal/owner';
import type { PlatformObject } from '../../../src/provider/creation/kind';
import {
  isAsCreated,
  isLeftover,
  leftoversOf,
  soleInTime,
  startAfter,
} from '../../../src/provider/creation/ownership';
import { SharedSnapshots, Snapshot } from '../../../src/provider/creation/snapshot';

const start = Date.parse('2026-01-01T00:00:00Z');
const entry: Entry = {
  file: 'owner.1.json',
  resource: 'svc_webhook_endpoint',
  digest: 'd',
  place: 'here',
  start,
  idempotencyKey: 'k',
  id: 'wh_1',
  mark: undefined,
};
const object = (milliseconds: number, changes: Partial<PlatformObject> = {}): PlatformObject => ({
  id: 'wh_1',
  digest: 'd',
  created_at: new Date(start + milliseconds).toISOString(),
  label: '',
  ...changes,
});
const timeless = object(0, { created_at: undefined });

interface Given {
  readonly place?: string | undefined;
  readonly standing?: Liveness;
  readonly isKnown?: boolean;
  readonly isWritable?: boolean;
}
const around = (given: Given, all: readonly Entry[] = []) => {
  const { standing = 'gone', isKnown = false, isWritable = true } = given;
  const journal = { all: () => all, isWritable, standing: () => standing };
  return { journal, run: { place: 'here', ...given }, isKnown: () => isKnown };
};

it.each<[string, Partial<Entry>, Given, boolean]>([
  ['of a dead owner at this place', {}, {}, true],
  ['without an id', { id: undefined }, {}, true],
  ['without an id, whatever a state has shown', { id: undefined }, { isKnown: true }, true],
  ['of a process that runs', {}, { standing: 'alive' }, false],
  ['of another host', {}, { standing: 'unknown' }, false],
  ['whose object a state has shown', {}, { isKnown: true }, false],
  ['of another place', { place: 'elsewhere' }, {}, false],
  ['of an unknown place', { place: undefined }, {}, false],
  ['in a run at an unknown place', {}, { place: undefined }, false],
  ['of an unknown place, in a run at an unknown place', { place: undefined }, { place: undefined }, false],
])('an entry %s is a leftover, or not', (_, changes, given, expected) => {
  expect(isLeftover({ ...entry, ...changes }, around(given))).toBe(expected);
});

it.each<[string, Partial<Entry>, Given, number]>([
  ['of an equal object', {}, {}, 1],
  ['of another type', { resource: 'svc_api_key' }, {}, 0],
  ['with other fields', { digest: 'e' }, {}, 0],
  ['that is no leftover', { place: 'elsewhere' }, {}, 0],
  ['in a journal that cannot be written: two creates could use it', {}, { isWritable: false }, 0],
])('a create uses an entry %s, or not', (_, changes, given, count) => {
  const all = [{ ...entry, ...changes }];
  expect(leftoversOf({ resource: 'svc_webhook_endpoint' }, 'd', around(given, all))).toHaveLength(count);
});

it.each<[string, PlatformObject, boolean]>([
  ['created with the request', object(0), true],
  ['older by the tolerance of two seconds', object(-2000), true],
  ['older than that', object(-2001), false],
  ['with other fields', object(0, { digest: 'e' }), false],
  ['of unknown age', timeless, true],
])('an object %s is as created, or not', (_, found, expected) => {
  expect(isAsCreated(entry, found)).toBe(expected);
});

it('a request begins after each equal object whose age is known', () => {
  expect(startAfter([timeless, object(0), object(1)], start)).toBe(start + 2002);
});

describe('the sole equal object of the ten seconds after an unanswered request', () => {
  const free =
    (...ids: readonly string[]) =>
    (id: string) =>
      ids.includes(id);
  const two = [object(0), object(1, { id: 'wh_2' })];

  it.each<[string, readonly PlatformObject[], (id: string) => boolean, boolean]>([
    ['is taken', [object(0)], free('wh_1'), true],
    ['is taken at the end of the window and the tolerance', [object(12_000)], free('wh_1'), true],
    ['is not taken after it', [object(12_001)], free('wh_1'), false],
    ['is not taken if it is older', [object(-2001)], free('wh_1'), false],
    ['is not taken if its age is unknown', [timeless], free('wh_1'), false],
    ['is not taken with other fields', [object(0, { digest: 'e' })], free('wh_1'), false],
    ['is not taken if a state has it', [object(0)], free(), false],
    ['is not taken beside another one', two, free('wh_1', 'wh_2'), false],
    ['is taken beside one that a state has', two, free('wh_1'), true],
  ])('%s', async (_, objects, isFree, isTaken) => {
    const pages = async function* () {
      yield objects;
    };
    expect(soleInTime(entry, await Snapshot.take(pages()), isFree)?.id).toBe(isTaken ? 'wh_1' : undefined);
  });
});

describe('a snapshot', () => {
  const pages = async function* (count: number) {
    for (let page = 0; page < count; page += 1) yield [object(0, { id: `wh_${page}` })];
  };

  it('has no limit where equal objects are refused', async () => {
    const whole = await Snapshot.take(pages(21), 'refuse');
    expect([whole.isComplete, whole.all().length]).toEqual([true, 21]);
  });

  it('ends after 20 pages: then it is incomplete, and its only equal object is not taken', async () => {
    const [largest, tooLarge] = [await Snapshot.take(pages(20)), await Snapshot.take(pages(21))];
    expect([largest.isComplete, largest.all().length]).toEqual([true, 20]);
    expect([tooLarge.isComplete, tooLarge.all().length]).toEqual([false, 20]);
    expect(soleInTime(entry, tooLarge, id => id === 'wh_1')).toBeUndefined();
    expect(soleInTime(entry, largest, id => id === 'wh_1')?.id).toBe('wh_1');
  });

  it.each<[string, number, number, number, number]>([
    ['a short read for ten times its duration', 1, 100, 1099, 1],
    ['but no longer', 1, 100, 1100, 2],
    ['a long read for five seconds', 1, 1000, 5999, 1],
    ['but no longer', 1, 1000, 6000, 2],
    ['a list that is too large for ever', 21, 100, 1_000_000, 1],
  ])('is shared by creates: %s', async (_, count, duration, later, reads) => {
    let [now, read] = [0, 0];
    const snapshots = new SharedSnapshots(() => now);
    const list = () => {
      read += 1;
      return pages(count);
    };
    const kind = { resource: 'svc_webhook_endpoint', list };
    const first = snapshots.take(kind);
    now = duration;
    await first;
    now = later;
    await snapshots.take(kind);
    expect(read).toBe(reads);
  });

  it('does not hide an error that is none of the platform', async () => {
    const broken = async function* () {
      yield [object(0)];
      throw new TypeError('ours');
    };
    await expect(Snapshot.take(broken())).rejects.toThrow('ours');
  });
});
