import { expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import { listOf, mapOf, number, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { knowledgeOf, partAt } from '../../../src/plugin/values/known';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { toPlannedObject } from '../../../src/plugin/values/to-plain';

const description = 'for the test';
const attributes = {
  id: computed(string, { description }),
  names: optional(setOf(string), { description }),
  pages: optional(listOf(objectOf({ title: required(string, { description }) })), { description }),
  rotation: optional(
    objectOf({
      days: optional(number, { description }),
      triggers: optional(mapOf(string), { description }),
    }),
    { description },
  ),
};

const rawOf = (raw: RawObject) => (name: string) => raw[name] ?? null;

it.each<[string, RawObject]>([
  ['names', { names: unknown }],
  ['names', { names: ['a', unknown] }],
  ['pages', { pages: [{ title: 'a' }, { title: unknown }] }],
  ['rotation', { rotation: { days: unknown, triggers: null } }],
  ['rotation', { rotation: { days: 1, triggers: { a: unknown } } }],
])('with an unknown part an attribute is undefined, and not known: %s of %j', (name, raw) => {
  const whole = { names: ['b'], pages: [], rotation: { days: 2, triggers: null }, ...raw };
  const plain = toPlannedObject(attributes, rawOf(whole));
  expect(plain).toHaveProperty(name, undefined);
  // An own property, so that `{ ...prior, ...planned }` keeps nothing of what was.
  expect(Object.keys(plain)).toEqual(['names', 'pages', 'rotation']);
  expect(knowledgeOf(attributes, rawOf(whole)).isKnown(name)).toBe(false);
  const others = ['names', 'pages', 'rotation'].filter(other => other !== name);
  for (const other of others) {
    expect(plain[other]).toBeDefined();
    expect(knowledgeOf(attributes, rawOf(whole)).isKnown(other)).toBe(true);
  }
});

it.each<[RawObject, boolean]>([
  [{ names: ['a', unknown] }, true],
  [{ names: unknown }, false],
  [{ names: null }, false],
])('an attribute is given as far as anything of it is: %j is %s', (raw, isGiven) => {
  expect(knowledgeOf(attributes, rawOf(raw)).isGiven('names')).toBe(isGiven);
});

it('a rule may read the known part', () => {
  const raw = { rotation: { days: 30, triggers: { a: unknown } } };
  const part = (...path: string[]) => partAt(attributes, rawOf(raw), path);
  expect(part('rotation', 'days')).toEqual({ isKnown: true, value: 30 });
  expect(part('rotation', 'triggers')).toEqual({ isKnown: false });
  expect(part('rotation')).toEqual({ isKnown: false });
});

it('the parts of an absent object are absent, and those of an unknown one as unknown', () => {
  const daysOf = (raw: RawObject) => partAt(attributes, rawOf(raw), ['rotation', 'days']);
  expect(daysOf({ rotation: null })).toEqual({ isKnown: true, value: undefined });
  expect(daysOf({ rotation: { days: null, triggers: null } })).toEqual({ isKnown: true, value: undefined });
  expect(daysOf({ rotation: unknown })).toEqual({ isKnown: false });
});
