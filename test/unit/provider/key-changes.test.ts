import { describe, expect, it } from 'vitest';
import { keyChangesOf, planKeyChanges, planNoEarlierKeys } from '../../../src/provider/api-keys/key-changes';
import type { RotatingKey } from '../../../src/provider/api-keys/rotation';
import type { KeyChanges } from '../../../src/risks/key-values';
import { quiet } from '../risks/said';
import { notebook } from './notebook';

/** The oldest key could not be revoked, the previous one is in its overlap, and the current one may be triggered. */
const prior = {
  id: 'key_b',
  previous_id: 'key_a',
  previous_expires_at: '2026-01-03T00:00:00Z',
  unrevoked_ids: ['key_0'],
  rotation: { overlap_days: 2, triggers: { release: '1' } },
};
const steady = { rotation: prior.rotation };
const triggered = { rotation: { overlap_days: 2, triggers: { release: '2' } } };
const atOnce = { rotation: { ...triggered.rotation, overlap_days: 0 } };
const aged = { ...prior, rotation: { after_days: 30, overlap_days: 2 } };
const due = { rotation_due: 'key_b 31' };
const ended = { overlap_ended: 'key_a' };
const gone = { current_gone: 'key_b' };

const without = { ...prior, previous_id: undefined };
const inWords = ({ revokes, ...facts }: KeyChanges) =>
  [...Object.entries(facts).flatMap(([name, is]) => (is ? [name] : [])), ...revokes].join(' ');

it.each<[string, RotatingKey, Pick<RotatingKey, 'rotation'>, Record<string, string>, string]>([
  ['nothing happens', { ...prior, unrevoked_ids: ['key_0', 'key_1'] }, steady, {}, 'key_0 key_1'],
  ['nothing happens, and no key is left', { id: 'key_b' }, steady, {}, ''],
  ['the overlap has ended', prior, steady, ended, 'key_0 key_a'],
  ['it rotates', prior, triggered, {}, 'issues overlaps endsEarly overlapDays key_0 key_a'],
  ['it is due', aged, aged, due, 'issues overlaps endsEarly due overlapDays key_0 key_a'],
  ['it is due, and its rotation is not known yet', aged, {}, due, 'due key_0'],
  ['it rotates after the overlap', prior, triggered, ended, 'issues overlaps overlapDays key_0 key_a'],
  ['it rotates without overlap', prior, atOnce, {}, 'issues endsEarly key_0 key_a key_b'],
  ['it rotates without a previous key', without, triggered, {}, 'issues overlaps overlapDays key_0'],
  ['it loses its overlap, and does not rotate', { ...prior, ...atOnce }, atOnce, {}, 'key_0'],
  ['it is gone', prior, steady, gone, 'issues isGone key_0'],
  ['it is gone, and a trigger changes', prior, atOnce, gone, 'issues isGone key_0'],
  ['it is gone, the overlap has ended', prior, steady, { ...gone, ...ended }, 'issues isGone key_0 key_a'],
  ['another key is gone', prior, steady, { current_gone: 'key_a' }, 'key_0'],
])('the keys that an update issues and revokes: %s', (_, given, planned, noted, expected) => {
  expect(inWords(keyChangesOf(given, planned, notebook(noted)))).toBe(expected);
});

describe('the computed attributes of a plan', () => {
  const issued = { id: 'new', environment: 'new', created_at: 'new', key: 'new' };
  const none = { previous_id: 'none', previous_expires_at: 'none' };
  const unrevoked = { unrevoked_ids: 'new' };
  const toKeep = { ...quiet, revokes: ['key_0', 'key_a'] };
  const toIssue = { ...toKeep, issues: true };
  const toOverlap = { ...toIssue, overlaps: true };
  const noneUnrevoked = { ...prior, unrevoked_ids: [] };
  const oneUnrevoked = { id: 'key_b', unrevoked_ids: ['key_0'] };
  const overlapping = { ...issued, previous_id: 'key_b', previous_expires_at: 'new', ...unrevoked };
  const atOnce = { ...issued, previous_id: 'new', previous_expires_at: 'new' };
  const planOf = (given: RotatingKey, changes: KeyChanges) => {
    const plan = new Map<string, string>();
    planKeyChanges(given, changes, {
      recompute: name => plan.set(name, 'new'),
      setComputed: (name, value) => plan.set(name, value),
      clear: name => plan.set(name, 'none'),
    });
    return Object.fromEntries(plan);
  };

  it.each<[string, RotatingKey, KeyChanges, Record<string, string>]>([
    ['nothing', { id: 'key_b' }, { ...toKeep, revokes: [] }, {}],
    ['a retried revocation', prior, { ...toKeep, revokes: ['key_0'] }, { unrevoked_ids: 'none' }],
    ['the end of an overlap', prior, toKeep, { ...none, unrevoked_ids: 'none' }],
    ['a rotation: the current key becomes the previous one', noneUnrevoked, toOverlap, overlapping],
    ['a rotation beside a key that could not be revoked, and no other', oneUnrevoked, toOverlap, overlapping],
    // The platform may refuse the revocation.
    ['a rotation without overlap', { id: 'key_b' }, { ...toIssue, revokes: ['key_b'] }, atOnce],
    ['a key that is gone', prior, { ...toIssue, isGone: true, revokes: [] }, { ...issued, ...unrevoked }],
    ['so, after its overlap', prior, { ...toIssue, isGone: true }, { ...issued, ...none, ...unrevoked }],
  ])('%s', (_, given, changes, expected) => {
    expect(planOf(given, changes)).toEqual(expected);
  });

  it('of a new key: there are no earlier ones', () => {
    const cleared: string[] = [];
    planNoEarlierKeys({ clear: name => cleared.push(name) });
    expect(cleared).toEqual(['previous_id', 'previous_expires_at', 'unrevoked_ids']);
  });
});
