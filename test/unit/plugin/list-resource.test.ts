import { describe, expect, it } from 'vitest';
import type { ListResource_Event } from '../../../src/plugin/protocol/gen/protocol';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { listResource } from '../../../src/plugin/rpc/list-resource';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { answerTo } from './foreign-codec';
import { book, burning, encoded, session, typeName, unconfigured } from './shelf';

async function fullShelf() {
  const shared = await session();
  for (const [index, title] of ['Emma', 'unreadable', 'Faust', 'Emma'].entries())
    shared.client.books.set(`${index + 1}`, { title, tags: [] });
  return shared;
}

const told = ({ identity, displayName, resourceObject, diagnostic }: ListResource_Event) => ({
  ...(identity && { id: decodeDynamicValue(identity.identityData)?.['id'], displayName }),
  ...(resourceObject && { object: decodeDynamicValue(resourceObject) }),
  ...(diagnostic.length > 0 && { said: diagnostic.map(({ summary, detail }) => `${summary}: ${detail}`) }),
});

async function events(title: string | null, limit: number, includeResourceObject = false) {
  const shared = await fullShelf();
  const request = { typeName, config: encoded({ title }), limit, includeResourceObject };
  const seen: object[] = [];
  for await (const event of listResource(shared, book, request)) seen.push(told(event));
  return { seen, yielded: shared.client.story };
}

const named = (...ids: readonly string[]) => ids.map(id => ({ id, displayName: `book ${id}` }));

describe('a list', () => {
  it.each([
    ['has all objects', null, 100, named('1', '2', '3', '4'), 4],
    ['has what passes its filters', 'Emma', 100, named('1', '4'), 2],
    ['ends at the limit, and asks for no more', null, 2, named('1', '2'), 2],
    ['of nothing asks for nothing', null, 0, [], 0],
  ])('%s', async (_, title, limit, expected, count) => {
    const { seen, yielded } = await events(title, limit);
    expect([seen, yielded.length]).toEqual([expected, count]);
  });

  it('has its warnings in its last event', async () => {
    expect((await events('Faust', 100)).seen).toEqual([...named('3'), { said: ['Faust: It is sad.'] }]);
  });

  it('that fails ends with its warnings and the error', async () => {
    const request = { type_name: typeName, config: encoded({ title: 'Faust' }), limit: 9 };
    const diagnostic = [{ detail: 'It is sad.' }, { detail: 'shelf_book at list' }];
    const answer = await answerTo(providerHandlers(await burning()), 'ListResource', request);
    expect(answer).toMatchObject({ events: [{ diagnostic }] });
  });

  it('before the provider is configured is an error', async () => {
    const request = { typeName, config: encoded({ title: null }), limit: 1, includeResourceObject: false };
    for await (const event of listResource(unconfigured(), book, request))
      expect(event.diagnostic).toMatchObject([{ severity: 1, summary: 'List not readable yet' }]);
  });

  it('shows each object as a read does after an import, without its warnings, and names those it cannot read', async () => {
    const { seen } = await events(null, 3, true);
    const shared = await fullShelf();
    const imported = async (id: string) => {
      const [first] = importResourceState(shared, book, { typeName, id }).importedResources;
      const { newState } = await readResource(shared, book, { typeName, currentState: first?.state });
      return { id, displayName: `book ${id}`, object: decodeDynamicValue(newState) };
    };
    const unread = { said: ['shelf_book 2 is not listed: Unforeseen: shelf_book at read'] };
    expect(seen).toEqual([await imported('1'), unread, await imported('3'), await imported('4')]);
    expect(seen[0]).toMatchObject({ object: { title: 'Emma', mood: 'calm' } });
  });
});

it('the arguments of a list are checked, and the attribute is named', async () => {
  const request = { type_name: typeName, config: encoded({ title: '' }) };
  const answer = await answerTo(providerHandlers(unconfigured()), 'ValidateListResourceConfig', request);
  const attribute = { steps: [{ attribute_name: 'title' }] };
  expect(answer).toMatchObject({ diagnostics: [{ summary: 'No title', attribute }] });
});
