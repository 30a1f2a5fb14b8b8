import { expect, it } from 'vitest';
import { unknownNames } from '../../../src/risks/unknown-names';
import { type Rotation, weakenedRotation } from '../../../src/risks/weakened-rotation';
import { except, said } from './said';

const monthly: Rotation = { after_days: 30, overlap_days: 7, triggers: { a: '1' } };
const ageless: Rotation = { ...monthly, after_days: undefined };
const later = 'is rotated later:';
const longer = 'keeps its previous value for longer after a rotation:';
const afterApply = ' that is known after apply';

type Row = readonly [prior: Rotation | undefined, planned: Rotation | undefined, ...unknown: string[]];

it.for<[what: string, change: Row, ...expected: string[]]>([
  ['the same rotation', [monthly, monthly]],
  ['a rotation that comes', [undefined, monthly]],
  ['no rotation, as before', [undefined, undefined]],
  ['an unknown rotation that comes', [undefined, undefined, 'rotation']],
  ['no rotation any more', [monthly, undefined], 'is no longer rotated'],
  ['an unknown rotation', [monthly, undefined, 'rotation'], 'may no longer be rotated'],
  ['an earlier rotation', [monthly, { ...monthly, after_days: 29 }]],
  ['a later rotation', [monthly, { ...monthly, after_days: 31 }], `${later} 31 days instead of 30`],
  ['an unknown age', [monthly, ageless, 'rotation', 'rotation.after_days'], later + afterApply],
  ['no age any more', [monthly, ageless], 'is no longer rotated by its age'],
  ['an age that comes', [ageless, monthly]],
  ['no age, as before', [ageless, ageless]],
  ['a shorter overlap', [monthly, { ...monthly, overlap_days: 0 }]],
  ['a longer overlap', [monthly, { ...monthly, overlap_days: 8 }], `${longer} 8 days instead of 7`],
  ['a first overlap', [{ ...monthly, overlap_days: 0 }, monthly], `${longer} 7 days instead of 0`],
  [
    'an unknown overlap',
    [monthly, { ...monthly, overlap_days: undefined }, 'rotation', 'rotation.overlap_days'],
    longer + afterApply,
  ],
  ['no triggers any more', [monthly, { ...monthly, triggers: {} }], 'is no longer rotated by triggers'],
  ['unknown triggers', [monthly, { ...monthly, triggers: {} }, 'rotation', 'rotation.triggers']],
  ['triggers that come', [{ ...monthly, triggers: undefined }, monthly]],
])('%s', ([, [prior, planned, ...unknown], ...expected]) => {
  const found = weakenedRotation(prior, planned, except(...unknown));
  expect(said(found)).toEqual(expected.map(words => `rotation-weakened ${words}`));
});

const known = ['alerts:read', 'alerts:write'];

it.each<[before: string[] | undefined, after: string[] | undefined, names: string[]]>([
  [undefined, undefined, []],
  [undefined, ['alerts:read', 'x:y'], ['x:y']],
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
