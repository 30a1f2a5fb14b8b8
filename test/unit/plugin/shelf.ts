import { computed, invalid, optional, required } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/author';
import type { ListedObject } from '../../../src/plugin/define/resource';
import { setOf, string } from '../../../src/plugin/define/value-type';
import { createLog } from '../../../src/plugin/log';
import type { ResourceIdentityData } from '../../../src/plugin/protocol/gen/protocol';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { Session } from '../../../src/plugin/rpc/session/session';
import { decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';

interface Shown {
  readonly title: string;
  readonly tags: readonly string[];
}

/** A shelf of books: a product of the test's own, so that the framework is shown to know no other. */
export interface Shelf {
  readonly books: Map<string, Shown>;
  /** What the provider was told. */
  readonly story: unknown[];
}

class ShelfOnFire extends Error {}

const author = authorFor<Shelf>();

const shownAs =
  (found: Shown): ListedObject<Shelf>['stateFrom'] =>
  (state, { warn }) => {
    warn(`Book ${state.id} read`, 'It was there.');
    if (found.title === 'unreadable') throw new Error('it cannot be read');
    return { ...state, ...found };
  };

const listed = author.list({
  description: 'Books.',
  filters: {
    title: optional(string, {
      check: title => (title === '' ? [invalid('No title', 'Name one.')] : []),
      description: 'Title.',
    }),
  },
  async *objects({ title }, { client: { books, story }, warn }) {
    for (const [id, found] of books) {
      if (title !== undefined && found.title !== title) continue;
      story.push(`list ${id}`);
      yield { id, displayName: `book ${id}`, stateFrom: shownAs(found) };
    }
    if (title === 'Faust') warn('Faust', 'It is sad.');
    if (books.has('fire')) throw new ShelfOnFire();
  },
});

const resource = author.resource('shelf_book', {
  description: 'A book.',
  attributes: {
    id: computed(string, { stable: true, description: 'Shelf mark.' }),
    title: required(string, { canonical: text => text.toLowerCase(), description: 'Title.' }),
    tags: required(setOf(string), { description: 'Tags.' }),
    pin: optional(string, { sensitive: true, description: 'Pin.' }),
    mood: optional(string, { default: 'calm', description: 'Mood.' }),
    state: computed(string, { description: 'State.' }),
    seal_wo: optional(string, { sensitive: true, writeOnly: true, description: 'Seal.' }),
  },
  plan: ({ prior, planned, warn, fail, notes, isKnown, isChanged, ...edits }) => {
    if (isChanged('title')) notes.set('renamed', 'yes');
    if (prior?.state === 'torn') edits.replaceFor('state');
    if (prior?.state === 'lost') edits.replaceFor('title');
    if (prior?.state === 'copied') edits.recompute('id');
    if (!isKnown('id') && prior) notes.set('moved', 'yes');
    if (prior?.state === 'dirty') edits.setComputed('state', 'clean');
    if (prior?.state === 'empty') edits.clear('state');
    if (planned.title === 'Faust') fail('No Faust', 'Take another one.', 'title');
    if (planned.seal_wo) warn('Sealed', planned.seal_wo, 'title');
  },
  planDelete: ({ prior, notes, warn }) => {
    notes.set('left', 'yes');
    warn(`Book ${prior.id} goes`, 'For ever.');
  },
  create: async (planned, { client, notes }) => {
    notes.set('seal', planned.seal_wo);
    notes.set('row', notes.get('seal'));
    if (client.books.has('fire')) throw new ShelfOnFire();
    client.books.set('1', planned);
    return { ...planned, id: '1', state: 'fresh' };
  },
  read: async (state, context) => {
    const { client, warnOnce, notes } = context;
    notes.set('read', 'yes');
    if (client.books.has('fire')) throw new ShelfOnFire();
    const found = client.books.get(state.id);
    const shown = found && { ...state, ...shownAs(found)(state, context) };
    warnOnce('Reading', 'Once.');
    return shown;
  },
  update: async (prior, planned, { warn }) => {
    warn('Touched', 'Only a warning.');
    return { ...prior, ...planned, id: prior.state === 'copied' ? '2' : prior.id };
  },
  delete: async ({ id }, { client, warn }) => {
    warn('Sought', 'It may be gone.');
    if (!client.books.delete(id)) throw new ShelfOnFire();
  },
  list: listed,
});
export const book = { ...resource, list: listed };

export const catalogue = author.dataSource('shelf_catalogue', {
  description: 'A catalogue.',
  attributes: {
    mood: optional(string, { default: 'calm', description: 'Mood.' }),
    titles: computed(setOf(string), { description: 'Titles.' }),
  },
  read: async ({ mood }, { client, warn }) => {
    warn('Catalogued', mood);
    if (client.books.has('fire')) throw new ShelfOnFire();
    return { mood, titles: [...client.books.values()].map(({ title }) => title) };
  },
});

/** What bells did. */
export const rung: object[] = [];

const bell = author.action('shelf_bell', {
  description: 'Rings.',
  attributes: {
    tone: required(string, {
      check: tone => (tone === '' ? [invalid('No tone', 'Name one.')] : []),
      description: 'Tone.',
    }),
    code: required(string, { sensitive: true, writeOnly: true, description: 'Code.' }),
    seal: optional(string, { sensitive: true, writeOnly: true, description: 'Seal.' }),
  },
  async invoke(config, { warn, fail, now, signal }) {
    rung.push({ ...config, at: now() });
    if (config.tone === 'loud' || config.tone === 'cracked') warn('Loud', 'It was loud.');
    if (config.tone === 'dull') fail('Dull', 'It was dull.', 'tone');
    if (config.tone === 'cracked') throw new Error('crack');
    if (config.tone === 'endless')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
});

const tell =
  (kind: string) =>
  ({ story }: Shelf, ...told: readonly unknown[]) => {
    story.push([kind, ...told]);
  };

export const shelf = author.provider('shelf', {
  description: 'A shelf.',
  attributes: {
    city: optional(string, { default: 'Ulm', description: 'City.' }),
    key: optional(string, {
      sensitive: true,
      check: key => (key === 'wrong' ? [invalid('Wrong key', 'Give another.')] : []),
      description: 'Key.',
    }),
  },
  fromEnvironment: { key: 'SHELF_KEY' },
  resources: [book],
  dataSources: [catalogue],
  actions: [bell],
  functions: [],
  configure: async settings => {
    if (settings.city === 'Atlantis') throw new ShelfOnFire();
    return { books: new Map(), story: [['configured', settings]] };
  },
  conceal: tell('conceal'),
  stateSeen: tell('seen'),
  close: tell('close'),
  creationPlanned: async ({ books, story }, { isKnown, ...planned }) => {
    if (books.has('fire')) throw new ShelfOnFire();
    story.push(['planned', planned, isKnown('title'), isKnown('id')]);
    return ['Foreseen', 'Alike'].map(summary => [summary, `${planned.values['title']}`] as const);
  },
  explain: (error, { subject, action }) => ({
    summary: error instanceof ShelfOnFire ? 'Shelf is on fire' : 'Unforeseen',
    detail: `${subject} at ${action}`,
    attribute: 'title',
    providerWide: error instanceof ShelfOnFire,
  }),
});

export const silent = createLog({ level: undefined, now: () => 0, print: () => {} });

export function unconfigured(environment: Readonly<Record<string, string>> = {}): Session<Shelf> {
  return new Session(shelf, environment, () => 0, silent);
}

export async function session(): Promise<Session<Shelf> & { client: Shelf }> {
  const fresh = unconfigured();
  await configureProvider(fresh, { terraformVersion: '1.11.4', config: encoded({ city: null, key: 'k' }) });
  const { client } = fresh;
  if (!client) throw new Error('not configured');
  client.story.length = 0;
  return Object.assign(fresh, { client });
}

/** A session whose platform refuses everything. */
export async function burning(): ReturnType<typeof session> {
  const shared = await session();
  shared.client.books.set('fire', { title: '', tags: [] });
  return shared;
}

export const notes = Buffer.from('{"a":"1"}');
export const known: RawObject = {
  id: '1',
  title: 'Emma',
  tags: ['a'],
  pin: null,
  mood: 'calm',
  state: 'fresh',
  seal_wo: null,
};
export const config: RawObject = { ...known, id: null, mood: null, state: null };
export const encoded = (value: RawObject | null) => encodeDynamicValue(value);
export const typeName = 'shelf_book';

export const idIn = (identity: ResourceIdentityData | undefined) =>
  identity === undefined ? 'none' : decodeDynamicValue(identity.identityData)?.['id'];
