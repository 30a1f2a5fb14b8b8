import { computed, invalid, optional, required } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/definition';
import { setOf, string } from '../../../src/plugin/define/value-type';
import { createLog } from '../../../src/plugin/log';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { Session } from '../../../src/plugin/rpc/session/session';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';

/** A shelf of books: a product of the test's own, so that the framework is shown to know no other. */
export interface Shelf {
  readonly books: Map<string, { title: string; tags: readonly string[] }>;
}

class ShelfOnFire extends Error {}

const author = authorFor<Shelf>();
export const { resource } = author;

export const book = resource('shelf_book', {
  description: 'A book.',
  attributes: {
    id: computed(string, { stable: true, description: 'Shelf mark.' }),
    title: required(string, {
      check: title => (title === '' ? [invalid('Empty title', 'Give one.')] : []),
      description: 'Title.',
    }),
    tags: required(setOf(string), { description: 'Tags.' }),
    pin: optional(string, {
      sensitive: true,
      check: pin => (pin.length < 4 ? [invalid('Short pin', 'Take four digits.')] : []),
      description: 'Pin.',
    }),
    mood: optional(string, { default: 'calm', description: 'Mood.' }),
    state: computed(string, { description: 'State.' }),
  },
  importBy: 'id',
  validate: ({ title, mood }, { fail }) => {
    if (title === mood) fail('Moody title', 'Title and mood must differ.', 'title');
  },
  plan: ({ prior, warn, replaceFor, notes }) => {
    if (prior?.state !== 'torn') return;
    warn(`Book ${prior.id} is torn`, 'It will be bought anew.');
    notes.set('torn', 'yes');
    replaceFor('state');
  },
  create: async (planned, { client }) => {
    if (client.books.has('fire')) throw new ShelfOnFire();
    client.books.set('1', planned);
    return { ...planned, id: '1', state: 'fresh' };
  },
  read: async (state, { client }) => {
    if (client.books.has('fire')) throw new ShelfOnFire();
    const found = client.books.get(state.id);
    return found && { ...state, ...found };
  },
  update: async (prior, planned, { warn }) => {
    warn('Touched', 'Only a warning.');
    return { ...prior, ...planned };
  },
  delete: async ({ id }, { client }) => {
    if (!client.books.delete(id)) throw new ShelfOnFire();
  },
});

export const shelf = author.provider('shelf', {
  description: 'A shelf.',
  attributes: { city: optional(string, { default: 'Ulm', description: 'City.' }) },
  resources: [book],
  dataSources: [],
  functions: [],
  configure: async () => ({ books: new Map() }),
  explain: (error, { action }) => ({
    summary: error instanceof ShelfOnFire ? 'Shelf is on fire' : 'Unforeseen',
    detail: `at ${action}`,
    providerWide: error instanceof ShelfOnFire,
  }),
});

export const silent = createLog({ level: undefined, module: 'test', now: () => 0, print: () => {} });

export async function session(): Promise<Session<Shelf> & { client: Shelf }> {
  const fresh = new Session(shelf, {}, () => 0, silent);
  await configureProvider(fresh, { terraformVersion: '1.11.4', config: encodeDynamicValue({ city: null }) });
  const { client } = fresh;
  if (!client) throw new Error('not configured');
  return Object.assign(fresh, { client });
}

export const known: RawObject = {
  id: '1',
  title: 'Emma',
  tags: ['a'],
  pin: null,
  mood: 'calm',
  state: 'fresh',
};
export const config: RawObject = { ...known, id: null, mood: null, state: null };
export const encoded = (value: RawObject | null) => encodeDynamicValue(value);
export const typeName = 'shelf_book';
