import { describe, expect, it } from 'vitest';
import { ArgumentFault, providerFunction } from '../../../src/plugin/define/provider-function';
import { number, string } from '../../../src/plugin/define/value-type';
import { Diagnostics } from '../../../src/plugin/rpc/diagnostics';
import { callFunction, functionMessage } from '../../../src/plugin/rpc/functions';
import { handlerContext } from '../../../src/plugin/rpc/handler-context';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { StoredNotes } from '../../../src/plugin/rpc/private-notes';
import { encodeProviderSchema } from '../../../src/plugin/rpc/stored-schemas';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { answerTo, foreignCodec } from './foreign-codec';
import { book, encoded, known, session, shelf, typeName, unconfigured } from './shelf';

it.each([
  ['nothing was planned', {}, false],
  ['a change was planned', { hasPlanned: true }, true],
  ['it was applied', { hasPlanned: true, hasChanged: true }, false],
])('the end of a launch closes the client, and another walk follows: if %s', async (_, seen, isFollowed) => {
  const shared = await session();
  Object.assign(shared, seen);
  expect([shared.leave(), shared.signal.aborted]).toEqual([isFollowed, true]);
  expect(shared.client.story).toEqual([['close']]);
});

it('a provider that is not configured is told nothing', async () => {
  const fresh = unconfigured();
  fresh.seen(book, known);
  expect(fresh.leave()).toBe(true);
  expect(fresh.creationPlanned(book, known, false)).toBeUndefined();
});

it('a handler has the secrets of all values of its object concealed, and warns once of what all share', async () => {
  const shared = await session();
  const diagnostics = new Diagnostics(book.attributes);
  const values = [{ ...known, pin: 'one' }, null, { ...known, pin: 'two' }];
  const notes = new StoredNotes();
  const handling = { client: shared.client, attributes: book.attributes, diagnostics, notes };
  const { warnOnce } = handlerContext(shared, { ...handling, values });
  handlerContext(shared, { ...handling, values: [known] });
  expect(shared.client.story).toEqual([['conceal', ['one', 'two']]]);
  for (const summary of ['A', 'B', 'A']) warnOnce(summary, 'b', 'title');
  expect(diagnostics.entries).toMatchObject([
    { summary: 'A', detail: 'b', attribute: { steps: [{ attributeName: 'title' }] } },
    { summary: 'B' },
  ]);
});

it.each<[string, string | undefined, [string, string | undefined][], string]>([
  ['none', undefined, [], ''],
  ['unchanged ones, as they came', '{"b":"2", "a":"1"}', [['a', '1']], '{"b":"2", "a":"1"}'],
  ['an unknown one removed', '{ }', [['a', undefined]], '{ }'],
  ['a new one, sorted by name', '{"b":"2"}', [['a', '1']], '{"a":"1","b":"2"}'],
  ['a changed one', '{"a":"1"}', [['a', '2']], '{"a":"2"}'],
  ['the last one removed', '{"a":"1"}', [['a', undefined]], ''],
  ['what is no text', '{"a":1,"b":"2"}', [['c', '3']], '{"b":"2","c":"3"}'],
  ['what is no object', 'null', [['c', '3']], '{"c":"3"}'],
])('private notes are stored: %s', (_, stored, changes, expected) => {
  const notes = new StoredNotes(stored === undefined ? undefined : Buffer.from(stored));
  for (const change of changes) notes.set(...change);
  expect(String(Buffer.from(notes.encode()))).toBe(expected);
});

describe('functions', () => {
  const repeat = providerFunction('repeat', {
    summary: 'Repeats.',
    description: 'Repeats a text.',
    parameters: {
      text: { type: string, description: 'What.' },
      mark: { type: string, description: 'Between.' },
      count: { type: number, description: 'How often.' },
    },
    returns: string,
    run: ({ text, count }) => {
      if (count < 0) throw new ArgumentFault('count', 'It is negative.');
      if (count > 9) throw new RangeError('too often');
      return text.repeat(count);
    },
  });
  const called = (name: string, ...given: (string | number)[]) =>
    callFunction([repeat], { name, arguments: given.map(encodeDynamicValue) });

  it.each([
    ['a result', called('repeat', 'a', '', 2), { result: encodeDynamicValue('aa') }],
    ['a fault', called('repeat', 'a', '', -1), { error: { text: 'It is negative', functionArgument: 2 } }],
    ['no such function', called('none'), { error: { text: 'This provider has no function none.' } }],
  ])('answer with %s', (_, answer, expected) => {
    expect(answer).toEqual(expected);
  });

  it('do not hide other errors', () => {
    expect(() => called('repeat', 'a', '', 10)).toThrow(RangeError);
  });

  it('are described with their parameters in order', () => {
    const { parameters, return: result, ...words } = functionMessage(repeat);
    expect(parameters.map(({ name, type, description }) => [name, String(type), description])).toEqual([
      ['text', '"string"', 'What.'],
      ['mark', '"string"', 'Between.'],
      ['count', '"number"', 'How often.'],
    ]);
    expect(String(result?.type)).toBe('"string"');
    expect(words).toMatchObject({ summary: 'Repeats.', description: 'Repeats a text.' });
  });
});

describe('a process', () => {
  const sent = async (call: string, request: object) => {
    const shared = await session();
    return { shared, answer: await answerTo(providerHandlers(shared), call, request) };
  };

  it('is stopped by StopProvider', async () => {
    expect((await sent('StopProvider', {})).shared.signal.aborted).toBe(true);
  });

  it('answers what Terraform asks of no object', async () => {
    expect((await sent('GetFunctions', {})).answer).toEqual({});
  });

  it('shows Terraform the schema of each of its parts, and what it can do', () => {
    const schema = foreignCodec('GetProviderSchema').decode(encodeProviderSchema(shelf));
    const [city, title] = ['city', 'title'].map(name => ({ name, optional: true, computed: false }));
    const ofBell = [
      { name: 'tone', required: true },
      { name: 'code', required: true, sensitive: true, write_only: true },
      { name: 'seal', write_only: true },
    ];
    expect(schema).toMatchObject({
      provider: { block: { description: 'A shelf.', attributes: [city, { name: 'key' }] } },
      resource_schemas: { shelf_book: { block: { description: 'A book.' } } },
      data_source_schemas: { shelf_catalogue: { block: { description: 'A catalogue.' } } },
      list_resource_schemas: { shelf_book: { block: { description: 'Books.', attributes: [title] } } },
      action_schemas: { shelf_bell: { schema: { block: { description: 'Rings.', attributes: ofBell } } } },
      server_capabilities: { plan_destroy: true, get_provider_schema_optional: true },
    });
  });

  it('refuses a type that it does not have, and a resource where a data source is asked for', async () => {
    await expect(sent('ReadResource', { type_name: 'shelf_pen' })).rejects.toThrow('shelf_pen, which this');
    const request = { type_name: typeName, config: encoded(null) };
    await expect(sent('ReadDataSource', request)).rejects.toThrow(typeName);
  });
});
