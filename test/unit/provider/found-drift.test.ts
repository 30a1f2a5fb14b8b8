import { describe, expect, it } from 'vitest';
import { watchedOf } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';
import type { Warning } from '../../../src/plugin/define/definition';
import { watchedKey } from '../../../src/provider/api-keys/key';
import type { CommandMode } from '../../../src/provider/connection/terraform-command';
import { noteRefresh, revertedWords, type WatchedKind } from '../../../src/provider/found-drift';
import type { Watched } from '../../../src/provider/notes';
import { watchedEndpoint } from '../../../src/provider/webhook-endpoints/endpoint';
import type { Fate } from '../../../src/risks/drift';
import { notebook } from './notebook';

interface Thing {
  readonly id: string;
  readonly created_at?: string;
  readonly url?: unknown;
  readonly events?: unknown;
}

/** A kind that says what it is asked to report. */
const kind: WatchedKind<Thing> = {
  watched: attributes => watchedOf(webhooks.fields, attributes),
  drift: ({ before, attributes, fateOf }) =>
    attributes.map(name => ({
      words: [`${name}${fateOf(name) === 'kept' ? ' kept,' : ''} was ${before[name]}`],
    })),
  deleted: { words: ['deleted'] },
  warnings: (_, findings) => findings.map(({ words }) => [words.join(''), '']),
};
const thing = { id: 'one', created_at: '2026-01-01T00:00:00Z', url: 'a', events: ['x', 'y'] };

/** The provider of one command, and the notes that an earlier command has stored. */
function command(mode: CommandMode = 'normal', { before }: { before?: Watched } = {}) {
  const notes = notebook(before === undefined ? {} : { changed_elsewhere: JSON.stringify(before) });
  const client = { mode, drift: new Map() };
  const summaries = (warnings: readonly Warning[]) => warnings.map(([summary]) => summary);
  return {
    notes,
    refresh: (state: Thing, found: object | undefined) =>
      summaries(noteRefresh(kind, state, found, { client, notes })),
    plan: (planned: object, unknown: readonly string[] = [], prior: Thing = thing) =>
      summaries(revertedWords(kind, prior, planned, client, unknown)),
  };
}

it.each<[string, Parameters<typeof command>[1], object, object, object | undefined, readonly string[]]>([
  ['nothing differs', {}, {}, {}, undefined, []],
  ['one attribute differs', {}, {}, { url: 'b' }, { url: 'a' }, ['url kept, was a']],
  ['lists differ in an item', {}, {}, { events: ['x'] }, { events: ['x', 'y'] }, ['events kept, was x,y']],
  ['the state has none', {}, { url: undefined }, {}, { url: null }, ['url kept, was null']],
  ['neither has one', {}, { url: undefined }, { url: null }, undefined, []],
  ['the state has an earlier one', { before: { url: 'a' } }, { url: 'b' }, { url: 'b' }, { url: 'a' }, []],
  ['two changes', { before: { url: 'a' } }, { url: 'b' }, { url: 'c' }, { url: 'a' }, ['url kept, was a']],
  ['somebody has taken it back', { before: { url: 'b' } }, {}, { url: 'b' }, undefined, []],
])('a refresh compares with what is trusted: %s', (_, noted, stored, found, expected, fresh) => {
  const { notes, refresh } = command('refresh-only', noted);
  expect(refresh({ ...thing, ...stored }, { ...thing, ...found })).toEqual(fresh);
  expect(JSON.parse(notes.get('changed_elsewhere') ?? 'null') ?? undefined).toEqual(expected);
});

describe('a plan reports a change that it reverts', () => {
  it.each<[string, { before?: Watched }, object, object, readonly string[], readonly string[]]>([
    ['found now, and reverted', {}, { url: 'b' }, { url: 'a' }, [], ['url was a']],
    ['found now, and planned otherwise', {}, { url: 'b' }, { url: 'c' }, [], ['url was a']],
    ['found now, and adopted or ignored', {}, { url: 'b' }, { url: 'b' }, [], []],
    ['found now, planned value unknown', {}, { url: 'b' }, {}, ['url'], ['url was a']],
    ['found earlier, and reverted', { before: { url: '0' } }, { url: 'a' }, { url: '0' }, [], ['url was 0']],
    ['found earlier, and planned otherwise', { before: { url: '0' } }, { url: 'a' }, { url: 'c' }, [], []],
    ['found earlier, planned value unknown', { before: { url: '0' } }, { url: 'a' }, {}, ['url'], []],
    ['another attribute is unknown', {}, { url: 'b' }, { url: 'b' }, ['events'], []],
    ['an unchanged attribute is changed by the plan', {}, {}, { url: 'c' }, [], []],
  ])('%s', (_, noted, found, planned, unknown, expected) => {
    const { refresh, plan } = command('normal', noted);
    expect(refresh(thing, { ...thing, ...found })).toEqual([]);
    expect(plan({ ...thing, ...planned }, unknown)).toEqual(expected);
  });

  it('not a change of another object, nor one that is found no more', () => {
    const { refresh, plan } = command();
    refresh(thing, { ...thing, url: 'b' });
    expect(plan(thing, [], { ...thing, id: 'other' })).toEqual([]);
    refresh(thing, thing);
    expect(plan(thing)).toEqual([]);
    expect(revertedWords(kind, thing, thing, undefined, [])).toEqual([]);
  });
});

it.each<[CommandMode, found: readonly string[], planned: readonly string[]]>([
  ['normal', [], ['url was a']],
  // It plans nothing.
  ['refresh-only', ['url kept, was a'], ['url was a']],
])('a change is reported once: by the refresh or by the plan: %s', (mode, found, planned) => {
  const { refresh, plan } = command(mode);
  expect(refresh(thing, { ...thing, url: 'b' })).toEqual(found);
  expect(plan(thing)).toEqual(planned);
});

it.each<[string, CommandMode, Thing, readonly string[]]>([
  ['reports the deletion', 'normal', thing, ['deleted']],
  ['reports it for -refresh-only', 'refresh-only', thing, ['deleted']],
  ['reports none right after an import', 'normal', { id: 'one' }, []],
])('a refresh that finds no object %s', (_, mode, state, expected) => {
  expect(command(mode).refresh(state, undefined)).toEqual(expected);
});

it('an import has nothing to compare with', () => {
  const { notes, refresh } = command('refresh-only');
  expect(refresh({ id: 'one' }, thing)).toEqual([]);
  expect(notes.all()).toEqual({});
});

it('a field that the platform does not show has not changed', () => {
  const { notes, refresh } = command('refresh-only');
  expect(refresh(thing, { id: 'one', url: 'a' })).toEqual([]);
  expect(notes.all()).toEqual({});
});

/** What a plan says that changes each attribute which differs. */
function planOf<Kind extends { readonly id: string }>(
  watched: WatchedKind<Kind>,
  prior: Kind,
  change: { before: Watched; now: Watched },
  fate: Fate,
): string {
  const fresh = new Set(Object.keys(change.before));
  const client = { mode: 'normal', drift: new Map([[prior.id, { ...change, fresh }]]) } as const;
  return revertedWords(watched, prior, {}, client, [...fresh], fate).join();
}

it('no scopes of a key mean no limits, and a renamed key is named as people know it', () => {
  const key = { id: 'key_1', name: 'now', tenant_id: 'ten_1', unrestricted: true };
  expect(watchedKey.watched(key)).toEqual({ name: 'now', scopes: [] });
  const before = { name: 'then', scopes: ['a:b'] };
  const words = planOf(watchedKey, key, { before, now: { name: 'now', scopes: [] } }, 'leaving');
  expect(words).toMatch(/^API key then \(key_1\) was made unrestricted.*Applying revokes it.*: name/s);
  const gone = watchedKey.warnings(key, [watchedKey.deleted]).join();
  expect(gone).toContain('API key now (key_1) is unknown to the platform');
});

it('an endpoint is named by its former host alone: the rest of an address may hold a token', () => {
  const endpoint = { id: 'wh_1', url: 'https://a.example/T0KEN' };
  const now = { url: 'https://b.example/T0KEN' };
  const words = planOf(watchedEndpoint, endpoint, { before: { url: endpoint.url }, now }, 'restored');
  expect(words).toMatch(/endpoint a\.example \(wh_1\) was redirected to b.*Applying restores/s);
  expect(words).not.toContain('T0KEN');
  const kept = { before: { events: ['x'] }, now: { url: 'https://b.example/' } };
  const events = planOf(watchedEndpoint, endpoint, kept, 'kept');
  expect(events).toMatch(/b\.example \(wh_1\) was changed on the platform: events.*leaves it so/s);
  const gone = watchedEndpoint.warnings(endpoint, [watchedEndpoint.deleted]).join();
  expect(gone).toContain('a.example (wh_1) is unknown');
});
