import { describe, expect, it } from 'vitest';
import { computed, invalid, optional, required } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/definition';
import { setOf, string } from '../../../src/plugin/define/value-type';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { Session } from '../../../src/plugin/rpc/session';
import { upgradeResourceState } from '../../../src/plugin/rpc/upgrade-resource-state';
import { validateConfig } from '../../../src/plugin/rpc/validate-config';
import { decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { AnswerWatch } from '../../../src/plugin/wire/answer-watch';
import { createLog } from '../../../src/plugin/wire/log';

/** A shelf of books: a product of the test's own, so that the framework is shown to know no other. */
interface Shelf {
  readonly books: Map<string, { title: string; tags: readonly string[] }>;
}

class ShelfOnFire extends Error {}

const { provider, resource } = authorFor<Shelf>();

const book = resource('shelf_book', {
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
  version: 2,
  upgrades: {
    0: ({ name, ...rest }) => ({ ...rest, title: name }),
    1: stored => ({ ...stored, mood: 'calm' }),
  },
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

const shelf = provider('shelf', {
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

const silent = createLog({ level: undefined, module: 'test', now: () => 0, print: () => {} });

async function session(): Promise<Session<Shelf> & { client: Shelf }> {
  const fresh = new Session(shelf, {}, () => 0, silent);
  await configureProvider(fresh, { terraformVersion: '1.11.4', config: encodeDynamicValue({ city: null }) });
  const { client } = fresh;
  if (!client) throw new Error('not configured');
  return Object.assign(fresh, { client });
}

const known: RawObject = { id: '1', title: 'Emma', tags: ['a'], pin: null, mood: 'calm', state: 'fresh' };
const config: RawObject = { ...known, id: null, mood: null, state: null };
const encoded = (value: RawObject | null) => encodeDynamicValue(value);
const typeName = 'shelf_book';

describe('validation', () => {
  it('runs each check whose value is known, on its attribute', () => {
    const { diagnostics } = validateConfig(book, encoded({ ...config, title: '', mood: unknown }));
    expect(diagnostics).toMatchObject([
      { summary: 'Empty title', attribute: { steps: [{ attributeName: 'title' }] } },
    ]);
  });

  it('puts a finding on a sensitive attribute on the block, and names the attribute in words', () => {
    const [finding, ...rest] = validateConfig(book, encoded({ ...config, pin: '12' })).diagnostics;
    expect(rest).toEqual([]);
    expect(finding).not.toHaveProperty('attribute');
    expect(finding?.detail).toContain('Attribute: pin');
  });

  it('knows rules between attributes', () => {
    expect(validateConfig(book, encoded({ ...config, mood: 'Emma' })).diagnostics).toMatchObject([
      { summary: 'Moody title' },
    ]);
  });
});

describe('reading', () => {
  it('says a failure of the whole provider once, and keeps every state', async () => {
    const shared = await session();
    shared.client.books.set('fire', { title: '', tags: [] });
    const request = { typeName, currentState: encoded(known), private: new Uint8Array([123, 125]) };
    const answers = await Promise.all([1, 2, 3].map(() => readResource(shared, book, request)));
    expect(answers.flatMap(answer => answer.diagnostics)).toMatchObject([{ summary: 'Shelf is on fire' }]);
    for (const answer of answers) {
      expect(answer.newState).toEqual(request.currentState);
      expect(answer.private).toEqual(request.private);
    }
  });

  it('answers with no state when the object is gone', async () => {
    const answer = await readResource(await session(), book, { typeName, currentState: encoded(known) });
    expect(decodeDynamicValue(answer.newState)).toBeNull();
    expect(answer.diagnostics).toEqual([]);
  });

  it('keeps the state, and says so once, while the provider configuration is not known', async () => {
    const fresh = new Session(shelf, {}, () => 0, silent);
    await configureProvider(fresh, { terraformVersion: '1.11.4', config: encoded({ city: unknown }) });
    const request = { typeName, currentState: encoded(known) };
    const first = await readResource(fresh, book, request);
    const second = await readResource(fresh, book, request);
    expect(first.diagnostics).toMatchObject([{ summary: 'Objects not read yet' }]);
    expect(second.diagnostics).toEqual([]);
    expect(second.newState).toEqual(request.currentState);
  });
});

describe('planning', () => {
  it('asks the resource itself, and lists what it replaces for as unknown', async () => {
    const answer = planResourceChange(await session(), book, {
      typeName,
      priorState: encoded({ ...known, state: 'torn' }),
      proposedNewState: encoded({ ...known, state: 'torn' }),
      config: encoded(config),
    });
    expect(answer.requiresReplace).toEqual([{ steps: [{ attributeName: 'state' }] }]);
    expect(decodeDynamicValue(answer.plannedState)).toMatchObject({ id: '1', state: unknown });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Book 1 is torn' }]);
    expect(Buffer.from(answer.plannedPrivate ?? []).toString()).toBe('{"torn":"yes"}');
  });

  it('gives back the very private bytes while no note changes', async () => {
    const priorPrivate = Buffer.from('{"b":"2", "a":"1"}');
    const answer = planResourceChange(await session(), book, {
      typeName,
      priorState: encoded(known),
      proposedNewState: encoded(known),
      config: encoded(config),
      priorPrivate,
    });
    expect(answer.plannedPrivate).toBe(priorPrivate);
    expect(decodeDynamicValue(answer.plannedState)).toEqual(known);
  });

  it('plans a deletion as no object', async () => {
    const answer = planResourceChange(await session(), book, {
      typeName,
      priorState: encoded(known),
      proposedNewState: encoded(null),
      config: encoded(null),
    });
    expect(decodeDynamicValue(answer.plannedState)).toBeNull();
  });
});

describe('applying', () => {
  const watch = new AnswerWatch();
  const plannedState = encoded({ ...known, id: unknown, state: unknown });

  it('creates with what was planned, and fills in what the platform decides', async () => {
    const answer = await applyResourceChange(
      await session(),
      book,
      {
        typeName,
        priorState: encoded(null),
        plannedState,
        config: encoded(config),
      },
      watch,
    );
    expect(decodeDynamicValue(answer.newState)).toEqual(known);
  });

  it('leaves no object behind when a create fails', async () => {
    const shared = await session();
    shared.client.books.set('fire', { title: '', tags: [] });
    const change = { typeName, priorState: encoded(null), plannedState, config: encoded(config) };
    const answer = await applyResourceChange(shared, book, change, watch);
    expect(decodeDynamicValue(answer.newState)).toBeNull();
    expect(answer.diagnostics).toMatchObject([{ summary: 'Shelf is on fire', detail: 'at create' }]);
  });

  it('keeps the object in the state when its deletion fails', async () => {
    const change = {
      typeName,
      priorState: encoded(known),
      plannedState: encoded(null),
      config: encoded(null),
    };
    const answer = await applyResourceChange(await session(), book, change, watch);
    expect(decodeDynamicValue(answer.newState)).toEqual(known);
    expect(answer.diagnostics).toMatchObject([{ summary: 'Shelf is on fire', detail: 'at delete' }]);
  });

  it('passes warnings of a success on', async () => {
    const answer = await applyResourceChange(
      await session(),
      book,
      {
        typeName,
        priorState: encoded(known),
        plannedState: encoded({ ...known, title: 'Persuasion' }),
        config: encoded({ ...config, title: 'Persuasion' }),
      },
      watch,
    );
    expect(decodeDynamicValue(answer.newState)).toMatchObject({
      id: '1',
      title: 'Persuasion',
      state: 'fresh',
    });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Touched' }]);
  });
});

describe('import', () => {
  it('brings the identity and the defaults, so that the next plan shows no change', () => {
    const [imported] = importResourceState(book, { typeName, id: '7' }).importedResources;
    expect(decodeDynamicValue(imported?.state)).toEqual({
      ...known,
      id: '7',
      title: null,
      tags: null,
      state: null,
    });
  });

  it('refuses an empty id', () => {
    expect(importResourceState(book, { typeName, id: ' ' }).diagnostics).toMatchObject([
      { summary: 'Import id is empty' },
    ]);
  });
});

describe('a stored state', () => {
  const json = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)), flatmap: {} });
  const stored = { id: '1', tags: ['a'], pin: null, state: 'fresh' };

  it.each([
    ['two versions old is upgraded step by step', 0, { ...stored, name: 'Emma' }],
    ['one version old is upgraded once', 1, { ...stored, title: 'Emma' }],
    ['of this version loses attributes that no longer exist', 2, { ...known, shelf: 'gone' }],
  ])('%s', async (_, version, rawState) => {
    const answer = upgradeResourceState(await session(), book, {
      typeName,
      version,
      rawState: json(rawState),
    });
    expect(decodeDynamicValue(answer.upgradedState)).toEqual(known);
  });

  it('of a newer provider is refused', async () => {
    const { diagnostics } = upgradeResourceState(await session(), book, {
      typeName,
      version: 3,
      rawState: json(known),
    });
    expect(diagnostics).toMatchObject([{ summary: 'State is newer than provider' }]);
  });
});
