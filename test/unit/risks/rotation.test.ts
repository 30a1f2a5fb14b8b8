import { expect, it } from 'vitest';
import { type Rotation, weakenedRotation } from '../../../src/risks/rotation';
import { unknownNames } from '../../../src/risks/unknown-names';
import { said } from './said';

const monthly: Rotation = { afterDays: 30, overlapDays: 7, hasTriggers: true };

it.each<
  [
    what: string,
    prior: Rotation | undefined,
    planned: Parameters<typeof weakenedRotation>[1],
    expected: readonly string[],
  ]
>([
  ['the same rotation', monthly, monthly, []],
  ['a rotation that comes', undefined, monthly, []],
  ['no rotation, as before', undefined, undefined, []],
  ['an unknown rotation that comes', undefined, 'unknown', []],
  ['no rotation any more', monthly, undefined, ['is no longer rotated']],
  ['an unknown rotation', monthly, 'unknown', ['may no longer be rotated']],
  ['an earlier rotation', monthly, { ...monthly, afterDays: 29 }, []],
  ['a later rotation', monthly, { ...monthly, afterDays: 31 }, ['is rotated later: 31 days instead of 30']],
  [
    'an unknown age',
    monthly,
    { ...monthly, afterDays: 'unknown' },
    ['is rotated later: that is known after apply'],
  ],
  ['no age any more', monthly, { ...monthly, afterDays: undefined }, ['is no longer rotated by its age']],
  ['an age that comes', { ...monthly, afterDays: undefined }, monthly, []],
  ['no age, as before', { ...monthly, afterDays: undefined }, { ...monthly, afterDays: undefined }, []],
  ['a shorter overlap', monthly, { ...monthly, overlapDays: 0 }, []],
  [
    'a longer overlap',
    monthly,
    { ...monthly, overlapDays: 8 },
    ['keeps its previous value for longer after a rotation: 8 days instead of 7'],
  ],
  [
    'an unknown overlap',
    monthly,
    { ...monthly, overlapDays: 'unknown' },
    ['keeps its previous value for longer after a rotation: that is known after apply'],
  ],
  ['no triggers any more', monthly, { ...monthly, hasTriggers: false }, ['is no longer rotated by triggers']],
  ['triggers that come', { ...monthly, hasTriggers: false }, monthly, []],
])('%s', (_, prior, planned, expected) => {
  expect(said(weakenedRotation(prior, planned))).toEqual(expected.map(words => `rotation-weakened ${words}`));
});

const known = ['alerts:read', 'alerts:write'];

it.each<
  [before: readonly string[] | undefined, after: readonly string[] | undefined, names: readonly string[]]
>([
  [undefined, undefined, []],
  [undefined, known, []],
  [undefined, ['alrets:read', 'x:y'], ['alrets:read', 'x:y']],
  [['x:y'], ['alrets:read', 'x:y'], ['alrets:read']],
])('names that a plan adds and nobody knows: %j to %j', (before, after, names) => {
  expect(said(unknownNames('scopes', { before, after }, known))).toEqual(
    names.map(name => `unknown-name names an unknown scope: ${name}`),
  );
});

it.each<[name: string, suggestion: string]>([
  ['alrets:read', 'Did you mean "alerts:read"? '],
  // A third of its letters.
  ['alrets:wirte', 'Did you mean "alerts:write"? '],
  ['farfetched', ''],
])('the unknown name %s comes with the nearest known one, if one is near', (name, suggestion) => {
  const [found] = unknownNames('scopes', { after: [name] }, known);
  expect(found?.detail).toBe(`${suggestion}The platform's document does not name it.`);
});
