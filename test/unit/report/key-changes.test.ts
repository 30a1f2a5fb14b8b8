import { expect, it } from 'vitest';
import { plannedKeyChanges } from '../../../src/report/judge/decoded';
import { plannedObject } from '../../../src/report/plan/planned-object';
import { key, keyChange } from './plan-json';

const made = '2026-05-01T00:00:00Z';

/** What the plan of an update does to the keys of a resource, in words. */
function wordsOf(before: object, after: object, unknown: readonly string[], createdAt?: string): string[] {
  const marks = Object.fromEntries(unknown.map(name => [name, true]));
  const hidden = Object.fromEntries(unknown.map(name => [name, undefined]));
  const states = { before: key({ ...before }), after: key({ ...before, ...after, ...hidden }) };
  const object = plannedObject(keyChange({ actions: ['update'], ...states, unknown: marks }));
  if (object === undefined) throw new Error('The change cannot be read.');
  const changes = plannedKeyChanges(object, { createdAt });
  const { issues, isGone, overlaps, endsEarly, revokes, mayRotate } = changes;
  const flags = { issues, gone: isGone, overlaps, 'ends early': endsEarly, 'may rotate': mayRotate };
  const set = Object.entries(flags).flatMap(([word, isSet]) => (isSet ? [word] : []));
  return [...set, ...revokes.map(id => `revokes ${id}`)];
}

const lapping = { previous_id: 'key_0' };
const withEnd = (previous_expires_at: string) => ({ ...lapping, previous_expires_at });
const follows = { previous_id: 'key_1' };
const twoRefused = { ...lapping, unrevoked_ids: ['key_a', 'key_b'] };
const inOrder = ['revokes key_a', 'revokes key_b', 'revokes key_0', 'revokes key_1'];
const gone = ['issues', 'gone'];
const [ended, early] = [
  ['issues', 'overlaps', 'revokes key_0'],
  ['issues', 'overlaps', 'ends early', 'revokes key_0'],
];

type Row = [what: string, before: object, after: object, unknown: string[], expected: string[], at?: string];

it.each<Row>([
  ['another name', lapping, { name: 'x' }, [], []],
  ['an unknown rotation of a key that stays', {}, {}, ['rotation'], []],
  ['an unknown rotation', lapping, {}, ['id', 'rotation', 'previous_id'], ['may rotate']],
  ['an unknown rotation in an overlap', lapping, follows, ['id', 'rotation'], ['may rotate']],
  ['a rotation without overlap', {}, {}, ['id', 'previous_id'], ['issues', 'revokes key_1']],
  ['a rotation with overlap', {}, follows, ['id'], ['issues', 'overlaps']],
  ['a key that is gone', {}, {}, ['id'], gone],
  ['a key that is gone in an overlap', lapping, {}, ['id'], gone],
  ['a key gone at the end of an overlap', lapping, { previous_id: null }, ['id'], [...gone, 'revokes key_0']],
  ['the end of an overlap', lapping, { previous_id: null }, [], ['revokes key_0']],
  ['an unknown previous key', lapping, {}, ['previous_id'], []],
  ['a rotation before the overlap ends', withEnd('2026-05-01T00:00:01Z'), follows, ['id'], early, made],
  ['a rotation when the overlap ends', withEnd(made), follows, ['id'], ended, made],
  ['a rotation after the overlap', withEnd('2026-04-30T00:00:00Z'), follows, ['id'], ended, made],
  ['an overlap without a known end', lapping, follows, ['id'], early, made],
  ['a plan without a time', withEnd('2026-04-30T00:00:00Z'), follows, ['id'], early],
  ['a key that could not be revoked', { unrevoked_ids: ['key_a'] }, {}, [], ['revokes key_a']],
  ['all keys, the oldest first', twoRefused, {}, ['id', 'previous_id'], ['issues', 'ends early', ...inOrder]],
])('a plan with %s', (_, before, after, unknown, expected, createdAt) => {
  expect(wordsOf(before, after, unknown, createdAt)).toEqual(expected);
});
