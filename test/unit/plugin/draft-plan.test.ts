import { expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import { setOf, string } from '../../../src/plugin/define/value-type';
import { draftPlan, withDefaults } from '../../../src/plugin/planning/draft-plan';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { withWriteOnly, writeOnlyNames } from '../../../src/plugin/values/write-only';

const description = 'for the test';
const attributes = {
  id: computed(string, { stable: true, description }),
  note: optional(string, { canonical: text => text.toLowerCase(), description }),
  home: required(string, { replaces: true, canonical: text => text.toLowerCase(), description }),
  tags: required(setOf(string), { description }),
  mode: optional(string, { default: '', description }),
  secret_wo: optional(string, { writeOnly: true, description }),
  status: computed(string, { description }),
  previous: computed(string, { sometimes: true, description }),
};

const config: RawObject = { home: 'a', tags: ['x', 'y'], note: null, mode: null, secret_wo: 'planted' };
const configured: RawObject = { home: 'a', tags: ['x', 'y'], note: null, mode: '', secret_wo: null };
const prior: RawObject = { ...configured, id: '1', status: 'active', previous: null };
const fresh: RawObject = { id: unknown, status: unknown, previous: unknown };
const recomputed: RawObject = { id: '1', status: unknown, previous: unknown };

/** Each row: the change of the configuration, the change of the prior state (null: none), and the planned values. */
it.each<[string, RawObject, RawObject | null, RawObject, readonly string[]]>([
  ['is new: computed values are unknown, and nothing is replaced', {}, null, fresh, []],
  ['is unchanged', {}, {}, {}, []],
  ['has a set in another order', { tags: ['y', 'x'] }, {}, { tags: ['y', 'x'] }, []],
  ['gets an optional value', { note: 'n' }, {}, { ...recomputed, note: 'n' }, []],
  ['loses an optional value', {}, { note: 'n' }, { ...recomputed, note: null }, []],
  ['gets another value than the default', { mode: 'off' }, {}, { ...recomputed, mode: 'off' }, []],
  ['gets its default back', {}, { mode: 'off' }, recomputed, []],
  ['has a value that is not known yet', { note: unknown }, {}, { ...recomputed, note: unknown }, []],
  ['has another spelling of the same value', {}, { home: 'A' }, { home: 'A' }, []],
  ['has it beside a change', { home: 'A', note: 'n' }, {}, { ...recomputed, note: 'n' }, []],
  ['moves', { home: 'b', note: 'n' }, {}, { ...recomputed, home: 'b', note: 'n' }, ['home']],
  ['may move', { home: unknown }, {}, { ...recomputed, home: unknown }, ['home']],
])('an object that %s is planned so', (_, change, before, planned, replaces) => {
  const draft = draftPlan(attributes, before && { ...prior, ...before }, { ...config, ...change });
  expect(draft.planned).toStrictEqual({ ...prior, ...planned });
  expect([...draft.replaces]).toEqual(replaces);
});

it('a computed value that a prior state lacks is planned as null', () => {
  const { id, ...older } = prior;
  expect(draftPlan(attributes, older, config).planned['id']).toBeNull();
});

it('a configuration is stored with its defaults, without write-only and computed values', () => {
  const given = { ...config, id: 'mine' };
  const computed = { id: null, status: null, previous: null };
  expect(withDefaults(attributes, given)).toStrictEqual({ ...configured, ...computed });
});

it('write-only values are those of the configuration, all others those of the plan', () => {
  const rawOf = withWriteOnly(attributes, { ...prior, home: 'b' }, config);
  expect(['home', 'secret_wo', 'mode', 'none'].map(rawOf)).toEqual(['b', 'planted', '', null]);
  expect(writeOnlyNames(attributes, config)).toEqual(['secret_wo']);
  expect(writeOnlyNames(attributes, { ...config, secret_wo: null })).toEqual([]);
  expect(writeOnlyNames(attributes, { home: 'a' })).toEqual([]);
});
