import { describe, expect, it } from 'vitest';
import type { PrivateNotes } from '../../../src/plugin/define/context';
import { keyChangesOf, noteGone } from '../../../src/provider/api-keys/key-changes';
import {
  hasOverlapEnded,
  isRotating,
  noteWhatTheClockSays,
  type RotatingKey,
} from '../../../src/provider/api-keys/rotation';

const day = 24 * 60 * 60 * 1000;
const dueAfter = (after_days: number) => ({ rotation: { after_days, overlap_days: 2 } });
const key: RotatingKey = { id: 'key_b', created_at: '2026-01-01T00:00:00Z', ...dueAfter(30) };
const inOverlap = { ...key, previous_id: 'key_a', previous_expires_at: '2026-01-03T00:00:00Z' };
const at = (days: number) => Date.parse('2026-01-01T00:00:00Z') + days * day;

/** Private notes, with how often one of them was written anew. */
function notebook() {
  const notes = new Map<string, string>();
  let writes = 0;
  const set: PrivateNotes['set'] = (name, value) => {
    if (notes.get(name) === value) return;
    writes += 1;
    if (value === undefined) notes.delete(name);
    else notes.set(name, value);
  };
  return { get: (name: string) => notes.get(name), set, writes: () => writes };
}

describe('the note of a key’s age', () => {
  it('is written when the key becomes due, and not on the days before and after', () => {
    const notes = notebook();
    for (const days of [0, 1, 29, 29.99]) noteWhatTheClockSays(key, at(days), notes);
    expect(notes.writes()).toBe(0);
    for (const days of [30, 31, 40]) noteWhatTheClockSays(key, at(days), notes);
    expect(notes.writes()).toBe(1);
  });

  it.each([
    [30, 30, true],
    [30, 31, false],
    [40, 40, true],
    [40, 41, false],
    [40, 365, false],
    [40, 1, true],
  ])('found due at %i days: the key rotates for after_days = %i: %s', (age, days, rotates) => {
    const notes = notebook();
    noteWhatTheClockSays(key, at(age), notes);
    expect(isRotating(key, dueAfter(days), notes)).toBe(rotates);
  });

  it('is ignored for another key, without after_days, and for a larger limit', () => {
    const notes = notebook();
    noteWhatTheClockSays(key, at(40), notes);
    expect(isRotating({ ...key, id: 'key_c' }, dueAfter(30), notes)).toBe(false);
    expect(isRotating(key, { rotation: { overlap_days: 2 } }, notes)).toBe(false);
    expect(isRotating(key, {}, notes)).toBe(false);
    noteWhatTheClockSays({ ...key, ...dueAfter(365) }, at(41), notes);
    expect(isRotating(key, dueAfter(30), notes)).toBe(false);
  });
});

describe('an update', () => {
  const rotating = { rotation: { overlap_days: 2, triggers: { release: '2' } } };
  const steady = { ...inOverlap, ...rotating, rotation: { overlap_days: 2, triggers: { release: '1' } } };

  it('revokes no key while nothing rotates or ends', () => {
    expect(keyChangesOf(steady, { rotation: steady.rotation }, notebook())).toMatchObject({
      issues: false,
      revokes: [],
    });
  });

  it('that rotates within the overlap revokes the previous key early, and every unrevoked one', () => {
    const prior = { ...steady, unrevoked_ids: ['key_0'] };
    const expected = { issues: true, revokes: ['key_0', 'key_a'], endsEarly: true };
    expect(keyChangesOf(prior, rotating, notebook())).toMatchObject(expected);
    const atOnce = { rotation: { ...rotating.rotation, overlap_days: 0 } };
    expect(keyChangesOf(prior, atOnce, notebook()).revokes).toEqual(['key_0', 'key_a', 'key_b']);
  });

  it('revokes a previous key whose overlap has ended, which is not early', () => {
    const notes = notebook();
    noteWhatTheClockSays(steady, at(3), notes);
    expect(hasOverlapEnded(steady, notes)).toBe(true);
    expect(keyChangesOf(steady, rotating, notes)).toMatchObject({ revokes: ['key_a'], endsEarly: false });
  });

  it('of a key that is gone issues another one and keeps the previous one', () => {
    const notes = notebook();
    noteGone('key_b', true, notes);
    const expected = { issues: true, isGone: true, revokes: [] };
    expect(keyChangesOf(steady, rotating, notes)).toMatchObject(expected);
    expect(keyChangesOf(steady, {}, notes)).toMatchObject(expected);
    expect(keyChangesOf({ ...steady, id: 'key_c' }, {}, notes).isGone).toBe(false);
  });
});
