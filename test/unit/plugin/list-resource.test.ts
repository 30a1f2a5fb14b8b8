import { describe, expect, it } from 'vitest';
import { computed, invalid, optional } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/author';
import type { ListedObject } from '../../../src/plugin/define/definition';
import { string } from '../../../src/plugin/define/value-type';
import type { ListResource_Event } from '../../../src/plugin/protocol/gen/protocol';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { listResource } from '../../../src/plugin/rpc/list-resource';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { Session } from '../../../src/plugin/rpc/session/session';
import { encodeProviderSchema } from '../../../src/plugin/rpc/stored-schemas';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { answerTo, foreignCodec } from './foreign-codec';
import { encoded, silent } from './shelf';

/** Pens by number. A colour that is undefined cannot be read. */
interface Drawer {
  readonly pens: ReadonlyMap<string, string | undefined>;
  /** The numbers that the list has yielded. */
  readonly yielded: string[];
}

const author = authorFor<Drawer>();

const shownAs =
  (colour: string | undefined): ListedObject<Drawer>['stateFrom'] =>
  (state, { warn }) => {
    if (colour === undefined) throw new Error('dry');
    warn(`Pen ${state.id} read`, 'Each read says so.');
    return { ...state, colour };
  };

const listed = author.list({
  description: 'Pens.',
  filters: {
    colour: optional(string, {
      check: colour => (colour === 'none' ? [invalid('No colour', 'Name one.')] : []),
      description: 'Colour.',
    }),
  },
  async *objects({ colour: wanted }, { client, warn }) {
    for (const [id, colour] of client.pens) {
      if (wanted !== undefined && colour !== wanted) continue;
      client.yielded.push(id);
      yield { id, displayName: `pen ${id}`, stateFrom: shownAs(colour) };
    }
    if (wanted !== 'red' && wanted !== undefined) warn('Ink', `It is ${wanted}.`);
    if (wanted === 'green') throw new Error('green ink');
  },
});

const pen = {
  ...author.resource('drawer_pen', {
    description: 'A pen.',
    attributes: {
      id: computed(string, { description: 'Number.' }),
      colour: computed(string, { description: 'Colour.' }),
      mood: optional(string, { default: 'calm', description: 'Mood.' }),
    },
    create: async () => ({ id: '', colour: '', mood: '' }),
    read: async (state, context) => ({
      ...state,
      ...shownAs(context.client.pens.get(state.id))(state, context),
    }),
    update: async prior => prior,
    delete: async () => {},
    list: listed,
  }),
  list: listed,
};

const typeName = 'drawer_pen';
const drawer = author.provider('drawer', {
  description: 'A drawer.',
  attributes: {},
  resources: [pen],
  dataSources: [],
  actions: [],
  functions: [],
  configure: async () => ({
    pens: new Map([
      ['1', 'red'],
      ['2', undefined],
      ['3', 'blue'],
      ['4', 'red'],
    ]),
    yielded: [],
  }),
  explain: (error, { action }) => ({ summary: 'Fault', detail: `${String(error)} at ${action}` }),
});

async function drawerOfTest() {
  const session = new Session(drawer, {}, () => 0, silent);
  await configureProvider(session, { terraformVersion: '1.15.9', config: encoded({}) });
  return session;
}

const told = ({ identity, displayName, resourceObject, diagnostic }: ListResource_Event) => ({
  ...(identity && { id: decodeDynamicValue(identity.identityData)?.['id'], displayName }),
  ...(resourceObject && { object: decodeDynamicValue(resourceObject) }),
  ...(diagnostic.length > 0 && { said: diagnostic.map(({ summary, detail }) => `${summary}: ${detail}`) }),
});

async function events(colour: string | null, limit: number, includeResourceObject = false) {
  const session = await drawerOfTest();
  const request = { typeName, config: encoded({ colour }), limit, includeResourceObject };
  const seen: object[] = [];
  for await (const event of listResource(session, pen, request)) seen.push(told(event));
  return { seen, yielded: session.client?.yielded };
}

const named = (...ids: readonly string[]) => ids.map(id => ({ id, displayName: `pen ${id}` }));

describe('a list', () => {
  it.each([
    ['has all objects', null, 100, named('1', '2', '3', '4'), 4],
    ['has what passes its filters', 'red', 100, named('1', '4'), 2],
    ['ends at the limit, and asks for no more', null, 2, named('1', '2'), 2],
    ['of nothing asks for nothing', null, 0, [], 0],
  ])('%s', async (_, colour, limit, expected, count) => {
    const { seen, yielded } = await events(colour, limit);
    expect([seen, yielded?.length]).toEqual([expected, count]);
  });

  it('has its warnings in its last event', async () => {
    expect((await events('blue', 100)).seen).toEqual([...named('3'), { said: ['Ink: It is blue.'] }]);
  });

  it('that fails ends with its warnings and the error', async () => {
    const request = { type_name: typeName, config: encoded({ colour: 'green' }), limit: 9 };
    const diagnostic = [{ detail: 'It is green.' }, { detail: 'Error: green ink at list' }];
    const answer = await answerTo(providerHandlers(await drawerOfTest()), 'ListResource', request);
    expect(answer).toMatchObject({ events: [{ diagnostic }] });
  });

  it('before the provider is configured is an error', async () => {
    const request = { typeName, config: encoded({ colour: null }), limit: 1, includeResourceObject: false };
    const unconfigured = new Session(drawer, {}, () => 0, silent);
    for await (const event of listResource(unconfigured, pen, request))
      expect(event.diagnostic).toMatchObject([{ severity: 1, summary: 'List not readable yet' }]);
  });

  it('shows each object as a read does after an import, without its warnings, and names those it cannot read', async () => {
    const { seen } = await events(null, 3, true);
    const session = await drawerOfTest();
    const imported = async (id: string) => {
      const [first] = importResourceState(session, pen, { typeName, id }).importedResources;
      const { newState } = await readResource(session, pen, { typeName, currentState: first?.state });
      return { id, displayName: `pen ${id}`, object: decodeDynamicValue(newState) };
    };
    const unread = { said: ['drawer_pen 2 is not listed: Fault: Error: dry at read'] };
    expect(seen).toEqual([await imported('1'), unread, await imported('3'), await imported('4')]);
    expect(seen[0]).toMatchObject({ object: { colour: 'red', mood: 'calm' } });
  });
});

it('the arguments of a list are checked, and the attribute is named', async () => {
  const handlers = providerHandlers(new Session(drawer, {}, () => 0, silent));
  const request = { type_name: typeName, config: encoded({ colour: 'none' }) };
  expect(await answerTo(handlers, 'ValidateListResourceConfig', request)).toMatchObject({
    diagnostics: [{ summary: 'No colour', attribute: { steps: [{ attribute_name: 'colour' }] } }],
  });
});

it('a resource with a list has a schema of its filters', () => {
  const schema = foreignCodec('GetProviderSchema').decode(encodeProviderSchema(drawer));
  const colour = { name: 'colour', optional: true, computed: false };
  expect(schema).toMatchObject({
    list_resource_schemas: { [typeName]: { block: { description: 'Pens.', attributes: [colour] } } },
  });
});
