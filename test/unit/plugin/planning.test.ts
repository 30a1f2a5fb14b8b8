import { describe, expect, it } from 'vitest';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { book, config, encoded, idIn, known, session, typeName } from './shelf';

/** Plans a change of the configured and of the prior values; null for none of them. */
async function planned(
  change: RawObject | null,
  before: RawObject | null,
  priorPrivate?: Uint8Array,
  hasRead = true,
) {
  const shared = await session();
  shared.hasRead = hasRead;
  const priorState = encoded(before && { ...known, ...before });
  const wanted = encoded(change && { ...config, ...change });
  const answer = await planResourceChange(shared, book, {
    typeName,
    priorState,
    proposedNewState: wanted,
    config: wanted,
    ...(priorPrivate && { priorPrivate }),
  });
  expect(idIn(answer.plannedIdentity), 'the prior identity').toBe(before ? '1' : 'none');
  return {
    state: decodeDynamicValue(answer.plannedState),
    replaces: answer.requiresReplace.map(({ steps }) => steps[0]?.attributeName),
    said: answer.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`),
    notes: String(answer.plannedPrivate),
    isSame: answer.plannedState === priorState,
    told: shared.client.story,
  };
}

it('a launch has planned a change, whatever its later objects do', async () => {
  const shared = await session();
  for (const title of ['Persuasion', 'Emma']) {
    const wanted = encoded({ ...config, title });
    const plan = { typeName, priorState: encoded(known), proposedNewState: wanted, config: wanted };
    await planResourceChange(shared, book, plan);
  }
  expect(shared.hasPlanned).toBe(true);
});

/** The shelf's own rule, by the state of the book: what it may change in a plan. */
it.each<[string, RawObject, RawObject | null, RawObject, readonly string[]]>([
  ['nothing', {}, {}, {}, []],
  ['a replacement because of a computed value', {}, { state: 'torn' }, { state: unknown }, ['state']],
  ['a replacement because of a configured one', {}, { state: 'lost' }, { state: 'lost' }, ['title']],
  ['another identity', {}, { state: 'copied' }, { id: unknown, state: 'copied' }, []],
  ['a known value', {}, { state: 'dirty' }, { state: 'clean' }, []],
  ['no value', {}, { state: 'empty' }, { state: null }, []],
])('a rule may plan %s', async (_, change, before, state, replaces) => {
  expect(await planned(change, before)).toMatchObject({ state: { ...known, ...state }, replaces });
});

const unplanned = /^Replacement was not planned: title cannot change in place.*Plan again/;
it.each<[string, RawObject, readonly unknown[]]>([
  ['stays, because of a computed value', { state: 'torn' }, []],
  ['is an error, because of a configured one', { state: 'lost' }, [expect.stringMatching(unplanned)]],
])('in a walk without a refresh, such as an apply, an object to replace %s', async (_, before, said) => {
  expect(await planned({}, before, undefined, false)).toMatchObject({
    state: { ...known, ...before },
    replaces: [],
    said,
  });
});

describe('a plan', () => {
  it('returns the received bytes if nothing changes, and the received notes', async () => {
    const priorPrivate = Buffer.from('{"b":"2", "a":"1"}');
    const { isSame, notes, said } = await planned({}, {}, priorPrivate);
    expect([isSame, notes, said]).toEqual([true, '{"b":"2", "a":"1"}', []]);
    expect((await planned({ title: 'Persuasion' }, {})).isSame).toBe(false);
  });

  it.each<[string, RawObject, RawObject | null, string]>([
    ['a changed value', { title: 'Persuasion' }, {}, '{"renamed":"yes"}'],
    ['a value that is not known', { title: unknown }, {}, '{"renamed":"yes"}'],
    ['the same value', { pin: '4711' }, {}, ''],
    ['no prior value', {}, null, ''],
    ['a value that it has planned itself', {}, { state: 'copied' }, '{"moved":"yes"}'],
  ])('tells a rule of %s', async (_, change, before, notes) => {
    expect((await planned(change, before)).notes).toBe(notes);
  });

  it('shows a rule the write-only value of the configuration, and plans none', async () => {
    const { said, state } = await planned({ seal_wo: 'wax' }, {});
    expect(said).toEqual(['Sealed: wax']);
    expect(state).toEqual(known);
  });

  it('carries the errors of a rule', async () => {
    expect((await planned({ title: 'Faust' }, {})).said).toEqual(['No Faust: Take another one.']);
  });

  it('of a deletion has no object, and the warnings and notes of its rule', async () => {
    const { state, said, replaces, told, notes } = await planned(null, {}, Buffer.from('{"a":"1"}'));
    expect([state, said, replaces, told]).toEqual([null, ['Book 1 goes: For ever.'], [], []]);
    expect(notes).toBe('{"a":"1","left":"yes"}');
    expect((await planned(null, null)).said).toEqual([]);
  });
});

describe('a planned create', () => {
  const notes = Buffer.from('{"a":"1"}');
  it.each<[string, RawObject | null, Uint8Array | undefined, boolean]>([
    ['a new object', null, undefined, false],
    ['an empty note', null, Buffer.alloc(0), false],
    ['the second plan of a replacement', null, notes, true],
    ['an update with another identity', { state: 'copied' }, notes, false],
  ])('is told to the provider: %s', async (_, before, priorPrivate, isReplacement) => {
    const { told, said } = await planned({}, before, priorPrivate);
    const values = { title: 'Emma', tags: ['a'], pin: undefined, mood: 'calm', seal_wo: undefined };
    expect(told).toEqual([['planned', { resource: typeName, values, isReplacement }, true, false]]);
    expect(said).toEqual(['Foreseen: Emma', 'Alike: Emma']);
  });

  it('is not told if the plan has an error', async () => {
    expect((await planned({ title: 'Faust', seal_wo: 'wax' }, null)).told).toEqual([]);
  });

  it('fails for a reason that all creates share once', async () => {
    const shared = await session();
    shared.client.books.set('fire', { title: 'Ash', tags: [] });
    const wanted = encoded({ ...config, seal_wo: 'wax' });
    const request = { typeName, priorState: encoded(null), proposedNewState: wanted, config: wanted };
    const plan = async () => (await planResourceChange(shared, book, request)).diagnostics;
    const warning = { summary: 'Sealed' };
    const error = { summary: 'Shelf is on fire', detail: `${typeName} at plan` };
    expect([await plan(), await plan()]).toMatchObject([[warning, error], [warning]]);
  });
});
