import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { readDataSource } from '../../../src/plugin/rpc/read-data-source';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { unary } from '../../../src/plugin/rpc/session/unary';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import {
  book,
  burning,
  catalogue,
  encoded,
  idIn,
  known,
  notes,
  session,
  typeName,
  unconfigured,
} from './shelf';

const unknownCity = { terraformVersion: '1.11.4', config: encoded({ city: unknown, key: 'k' }) };

describe('configuring', () => {
  const configured = async (settings: RawObject | null, environment = {}) => {
    const fresh = unconfigured(environment);
    const request = { terraformVersion: '1.11.4', config: encoded(settings) };
    const { diagnostics } = await configureProvider(fresh, request);
    return { said: diagnostics.map(({ summary }) => summary), told: fresh.client?.story };
  };

  it.each<[string, RawObject | null, Record<string, string>, object]>([
    ['the configuration', { city: 'Rom', key: 'k' }, { SHELF_KEY: 'other' }, { city: 'Rom', key: 'k' }],
    ['defaults and variables', { city: null, key: null }, { SHELF_KEY: 'e' }, { city: 'Ulm', key: 'e' }],
    ['no variable that is empty', { city: 'Rom', key: null }, { SHELF_KEY: '' }, { city: 'Rom' }],
    ['both, without a block', null, { SHELF_KEY: 'e' }, { city: 'Ulm', key: 'e' }],
  ])('takes the settings of %s', async (_, settings, environment, expected) => {
    expect(await configured(settings, environment)).toEqual({ said: [], told: [['configured', expected]] });
  });

  it.each<[string, RawObject, Record<string, string>, string[]]>([
    ['an invalid variable', { city: null, key: null }, { SHELF_KEY: 'wrong' }, ['Wrong key']],
    ['a failure of the platform', { city: 'Atlantis', key: 'k' }, {}, ['Shelf is on fire']],
    ['a setting that is not known yet: it comes later', { city: unknown, key: 'k' }, {}, []],
  ])('makes no client with %s', async (_, settings, environment, said) => {
    expect(await configured(settings, environment)).toEqual({ said, told: undefined });
  });
});

describe('reading', () => {
  const request = { typeName, currentState: encoded(known), private: notes };
  const read = async (shared: ReturnType<typeof unconfigured>, asked = request) => {
    const { newIdentity, ...answer } = await readResource(shared, book, asked);
    expect(idIn(newIdentity)).toBe(decodeDynamicValue(answer.newState)?.['id'] ?? 'none');
    return answer;
  };

  it('returns the new state and notes, with warnings', async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'Persuasion', tags: ['a'] });
    const answer = await read(shared);
    expect(decodeDynamicValue(answer.newState)).toEqual({ ...known, title: 'Persuasion' });
    expect(String(answer.private)).toBe('{"a":"1","read":"yes"}');
    expect(answer.diagnostics).toMatchObject([
      { summary: 'Book 1 read', detail: 'It was there.' },
      { summary: 'Reading' },
    ]);
    const again = await read(shared);
    expect(again.diagnostics).toMatchObject([{ summary: 'Book 1 read' }]);
  });

  it('returns the received bytes of a state that means the same, and has its secrets concealed', async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'EMMA', tags: ['a'] });
    const currentState = encoded({ ...known, pin: '4711' });
    expect((await read(shared, { ...request, currentState })).newState).toBe(currentState);
    expect(shared.client.story).toEqual([['conceal', ['4711']]]);
  });

  it('answers with no state when the object is gone', async () => {
    const answer = await read(await session());
    expect(decodeDynamicValue(answer.newState)).toBeNull();
  });

  it('reports a failure of the whole provider once, and keeps every state', async () => {
    const shared = await burning();
    const answers = await Promise.all([1, 2].map(() => read(shared)));
    expect(answers.flatMap(answer => answer.diagnostics)).toMatchObject([
      { summary: 'Shelf is on fire', detail: 'shelf_book at read' },
    ]);
    for (const answer of answers) {
      expect(answer.newState).toBe(request.currentState);
      expect(answer.private).toBe(notes);
    }
  });

  it('reports a failure of one object for each', async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'unreadable', tags: [] });
    const answers = [await read(shared), await read(shared)];
    const said = [
      { summary: 'Book 1 read' },
      { summary: 'Unforeseen', attribute: { steps: [{ attributeName: 'title' }] } },
    ];
    expect(answers.map(({ diagnostics }) => diagnostics)).toMatchObject([said, said]);
  });

  it('keeps the state, and says so once, while the provider configuration is not known', async () => {
    const fresh = unconfigured();
    await configureProvider(fresh, unknownCity);
    const first = await read(fresh);
    const second = await read(fresh);
    expect(first.diagnostics).toMatchObject([{ summary: 'Objects not read yet' }]);
    expect(second).toMatchObject({ newState: request.currentState, private: notes, diagnostics: [] });
  });

  it('reads nothing where there is no state', async () => {
    const answer = await read(await session(), { ...request, currentState: encoded(null) });
    expect(answer).toEqual({ newState: encoded(null), private: notes, diagnostics: [] });
  });
});

describe('a data source', () => {
  const request = { typeName: 'shelf_catalogue', config: encoded({ mood: null, titles: null }) };

  it('is read with its defaults', async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'Emma', tags: [] });
    const answer = await readDataSource(shared, catalogue, request);
    expect(decodeDynamicValue(answer.state)).toEqual({ mood: 'calm', titles: ['Emma'] });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Catalogued', detail: 'calm' }]);
  });

  it.each([
    ['fails', burning, [{ summary: 'Catalogued' }, { summary: 'Shelf is on fire' }]],
    ['waits for the provider', unconfigured, [{ summary: 'Data source not readable yet' }]],
  ])('that %s has no state', async (_, prepare, said) => {
    const answer = await readDataSource(await prepare(), catalogue, request);
    expect(answer).toEqual({ diagnostics: said.map(each => expect.objectContaining(each)) });
  });
});

it('a response that could not be encoded leaves nothing in the next one', () => {
  const decoder = { decode: (bytes: Uint8Array) => Buffer.from(bytes).toString() };
  const encode = (text: string, writer: BinaryWriter) =>
    writer.string(text).int32(text === 'broken' ? Number.NaN : 1);
  const call = unary(decoder, { encode }, text => text);
  const whole = call(Buffer.from('whole'));
  expect(() => call(Buffer.from('broken'))).toThrow();
  expect(call(Buffer.from('whole'))).toEqual(whole);
});
