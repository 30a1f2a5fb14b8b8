import { describe, expect, it } from 'vitest';
import { keyChangesOf } from '../../../src/provider/api-keys/key-changes';
import {
  ageWhenDue,
  noteWhatTheClockSays,
  type RotatingKey,
  type RotationSettings,
} from '../../../src/provider/api-keys/rotation';
import { notebook } from './notebook';

const day = 24 * 60 * 60 * 1000;
const at = (days: number) => Date.parse('2026-01-01T00:00:00Z') + days * day;
const dueAfter = (after_days: number) => ({ rotation: { after_days, overlap_days: 2 } });
const key: RotatingKey = { id: 'key_b', created_at: '2026-01-01T00:00:00Z', ...dueAfter(30) };
const inOverlap = { ...key, previous_id: 'key_a', previous_expires_at: '2026-01-03T00:00:00Z' };

it.each<[string, RotatingKey, number, number | undefined]>([
  ['the last moment before its age', key, 29.99, undefined],
  ['its age', key, 30, 30],
  ['a part of a day later', key, 31.5, 31],
  ['no age', { ...key, rotation: { overlap_days: 2 } }, 40, undefined],
  ['no rotation', { ...key, rotation: undefined }, 40, undefined],
  ['no time of issue', { ...key, created_at: undefined }, 40, undefined],
])('%s: the age of a key that is due, in whole days', (_, given, days, expected) => {
  expect(ageWhenDue(given, at(days))).toBe(expected);
});

describe('what the clock says is noted for the plan', () => {
  it('once: on the days before and after, no note changes', () => {
    const notes = notebook();
    for (const days of [0, 1, 29, 29.99]) noteWhatTheClockSays(key, at(days), notes);
    expect(notes.writes()).toBe(0);
    for (const days of [30, 31, 40]) noteWhatTheClockSays(key, at(days), notes);
    expect(notes.writes()).toBe(1);
    noteWhatTheClockSays({ ...key, id: 'key_c' }, at(40), notes);
    expect(notes.all()).toEqual({ rotation_due: 'key_c 40' });
    noteWhatTheClockSays({ ...key, ...dueAfter(365) }, at(41), notes);
    expect(notes.all()).toEqual({});
  });

  it.each<[string, RotatingKey, number, boolean]>([
    ['before the end', inOverlap, 1.99, false],
    ['at the end', inOverlap, 2, true],
    ['without an end', { ...inOverlap, previous_expires_at: undefined }, 9, false],
    ['without a previous key', { ...inOverlap, previous_id: undefined }, 9, false],
  ])('%s of the overlap', (_, given, days, expected) => {
    const notes = notebook({ overlap_ended: 'key_0' });
    noteWhatTheClockSays(given, at(days), notes);
    expect(notes.get('overlap_ended')).toBe(expected ? 'key_a' : undefined);
  });
});

const of = (triggers?: Record<string, string>): RotationSettings =>
  triggers === undefined ? { overlap_days: 2 } : { overlap_days: 2, triggers };

it.each<[string, string | undefined, RotationSettings | undefined, RotationSettings | undefined, boolean]>([
  ['its noted age is reached', 'key_b 30', undefined, dueAfter(30).rotation, true],
  ['its noted age is below', 'key_b 30', undefined, dueAfter(31).rotation, false],
  ['the note is about another key', 'key_a 30', undefined, dueAfter(30).rotation, false],
  ['no age is configured', 'key_b 30', of(), of(), false],
  ['nothing is noted', undefined, undefined, dueAfter(30).rotation, false],
  ['a trigger is added', undefined, of({ release: '1' }), of({ release: '1', more: '1' }), true],
  ['a first trigger is added', undefined, of(), of({ release: '1' }), true],
  ['a trigger is removed', undefined, of({ release: '1' }), of(), true],
  ['a trigger is renamed', undefined, of({ release: '1' }), of({ version: '1' }), true],
  ['the rotation itself is added', undefined, undefined, of({ release: '1' }), false],
])('a change of a key rotates it: %s', (_, noted, prior, rotation, expected) => {
  const notes = notebook(noted === undefined ? {} : { rotation_due: noted });
  expect(keyChangesOf({ ...key, rotation: prior }, { rotation }, notes).issues).toBe(expected);
});
