import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { upgradeResourceState } from '../../../src/plugin/rpc/upgrade-resource-state';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { unknown } from '../../../src/plugin/values/raw';
import {
  book,
  burning,
  config,
  encoded,
  idIn,
  known,
  notes,
  session,
  typeName,
  type unconfigured,
} from './shelf';

describe('applying', () => {
  const request = { typeName, plannedPrivate: notes };
  const create = {
    ...request,
    priorState: encoded(null),
    plannedState: encoded({ ...known, id: unknown, state: unknown }),
    config: encoded({ ...config, seal_wo: 'wax' }),
  };
  const update = {
    ...request,
    priorState: encoded(known),
    plannedState: encoded({ ...known, title: 'Persuasion' }),
    config: encoded({ ...config, title: 'Persuasion' }),
  };
  const remove = {
    ...request,
    priorState: encoded(known),
    plannedState: encoded(null),
    config: encoded(null),
  };

  /** Each response with a state has its identity. One without it would erase what Terraform has stored. */
  const applied = async (shared: Awaited<ReturnType<typeof unconfigured>>, change: typeof create) => {
    const { newState, newIdentity, ...answer } = await applyResourceChange(shared, book, change);
    const state = decodeDynamicValue(newState);
    expect(idIn(newIdentity)).toBe(state === null ? 'none' : state['id']);
    return { ...answer, state };
  };

  it('creates the planned object with its write-only values, and stores what the handler returns', async () => {
    const shared = await session();
    const answer = await applied(shared, create);
    expect(answer.state).toEqual(known);
    expect(String(answer.private)).toBe('{"a":"1","row":"wax","seal":"wax"}');
    expect(shared.client.books.get('1')).toMatchObject({ title: 'Emma', mood: 'calm', seal_wo: 'wax' });
    expect(shared.client.story).toEqual([['conceal', ['wax']]]);
  });

  it('updates an object, and passes warnings of a success on', async () => {
    const answer = await applied(await session(), update);
    expect(answer.state).toEqual({ ...known, title: 'Persuasion' });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Touched' }]);
    const copied = { ...update, priorState: encoded({ ...known, state: 'copied', pin: 'former' }) };
    const shared = await session();
    expect((await applied(shared, copied)).state, 'another identity').toMatchObject({ id: '2' });
    expect(shared.client.story).toEqual([['conceal', ['former']]]);
  });

  it('deletes an object, and stores none', async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'Emma', tags: [] });
    const answer = await applied(shared, remove);
    expect([answer.state, shared.client.books.size]).toEqual([null, 0]);
    expect(answer.diagnostics).toMatchObject([{ summary: 'Sought' }]);
  });

  it.each([
    ['a create leaves no object', burning, create, null, 'Shelf is on fire', 'shelf_book at create'],
    ['a deletion keeps the object', session, remove, known, 'Shelf is on fire', 'shelf_book at delete'],
  ])('after a failure of %s', async (_, prepare, change, state, summary, detail) => {
    const shared = await prepare();
    const answer = await applied(shared, change);
    expect(answer.state).toEqual(state);
    expect(answer.private).toBe(notes);
    const before = change === remove ? [{ summary: 'Sought' }] : [];
    expect(answer.diagnostics).toMatchObject([...before, { summary, detail }]);
  });
});

describe('a stored state', () => {
  const upgraded = (shared: Awaited<ReturnType<typeof session>>, version: number, state?: object) => {
    const rawState = { json: Buffer.from(JSON.stringify(state) ?? '') };
    return upgradeResourceState(shared, book, { typeName, version, rawState });
  };

  it('loses attributes that no longer exist, and the provider is told of it', async () => {
    const shared = await session();
    const answer = upgraded(shared, 0, { ...known, shelf: 'gone' });
    expect(decodeDynamicValue(answer.upgradedState)).toEqual(known);
    const values = { ...known, pin: undefined, seal_wo: undefined };
    const reading = expect.toSatisfy(read => isDeepStrictEqual(read(), values));
    const seen = { resource: typeName, identity: '1', values: reading };
    expect(shared.client.story).toEqual([['seen', seen]]);
  });

  it('of a newer provider is refused', async () => {
    const summary = 'State is newer than provider';
    expect(upgraded(await session(), 1, known)).toMatchObject({ diagnostics: [{ summary }] });
  });
});
