import { describe, expect, it } from 'vitest';
import type { ResourceIdentityData } from '../../../src/plugin/protocol/gen/protocol';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { encodeIdentitySchemas } from '../../../src/plugin/rpc/stored-schemas';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { foreignCodec } from './foreign-codec';
import { book, burning, config, encoded, known, session, shelf, typeName, unconfigured } from './shelf';

const copied = { ...known, state: 'copied' };
const renamed = { ...config, title: 'Persuasion' };

const idIn = (identity: ResourceIdentityData | undefined) =>
  identity === undefined ? 'none' : decodeDynamicValue(identity.identityData)?.['id'];

describe('the identity in the response to', () => {
  const reading = async (prepare: typeof session | typeof unconfigured, state: RawObject | null) => {
    const request = { typeName, currentState: encoded(state), private: undefined };
    return idIn((await readResource(await prepare(), book, request)).newIdentity);
  };
  const lent = async () => {
    const shared = await session();
    shared.client.books.set('1', { title: 'Emma', tags: ['a'] });
    return shared;
  };

  it.each([
    ['of an object', lent, known, '1'],
    ['of an object that is gone', session, known, 'none'],
    ['of no object', session, null, 'none'],
    ['that fails', burning, known, '1'],
    ['before the provider is configured', unconfigured, known, '1'],
  ])('a read %s', async (_, prepare, state, expected) => {
    expect(await reading(prepare, state)).toBe(expected);
  });

  it.each<[string, RawObject | null, RawObject | null, unknown]>([
    ['a create has none', null, config, 'none'],
    ['no change is the prior one', known, config, '1'],
    ['an update is the prior one', known, renamed, '1'],
    ['an update that gets another one is the prior one', copied, config, '1'],
    ['a deletion is the prior one', known, null, '1'],
  ])('a plan: %s', async (_, prior, wanted, expected) => {
    const request = { typeName, priorState: encoded(prior), proposedNewState: encoded(wanted) };
    const answer = await planResourceChange(await session(), book, { ...request, config: encoded(wanted) });
    expect(idIn(answer.plannedIdentity)).toBe(expected);
  });

  it.each<[string, typeof session, RawObject | null, RawObject | null, string]>([
    ['a create', session, null, { ...known, id: unknown, state: unknown }, '1'],
    ['an update', session, known, { ...known, title: 'Persuasion' }, '1'],
    ['an update that gets another one', session, copied, { ...copied, id: unknown }, '2'],
    ['a deletion', lent, known, null, 'none'],
    ['a create that fails', burning, null, { ...known, id: unknown, state: unknown }, 'none'],
    ['a deletion that fails', session, known, null, '1'],
  ])('an apply of %s', async (_, prepare, prior, planned, expected) => {
    const request = { typeName, priorState: encoded(prior), plannedState: encoded(planned) };
    const answer = await applyResourceChange(await prepare(), book, { ...request, config: encoded(config) });
    expect(idIn(answer.newIdentity)).toBe(expected);
  });
});

describe('an import', () => {
  const imported = async (id: string, identity: RawObject | undefined) => {
    const request = { typeName, id, identity: identity && { identityData: encoded(identity) } };
    const importing = await session();
    const { importedResources, diagnostics } = importResourceState(importing, book, request);
    const [object] = importedResources;
    return {
      ...object,
      state: decodeDynamicValue(object?.state),
      identity: idIn(object?.identity),
      diagnostics,
    };
  };

  it.each([
    ['an id', '7', undefined],
    ['an identity', '', { id: '7' }],
  ])(
    'by %s answers with the identity and the defaults: the next plan shows no change',
    async (_, id, identity) => {
      const nothing = Object.fromEntries(Object.keys(known).map(name => [name, null]));
      const state = { ...nothing, id: '7', mood: 'calm' };
      expect(await imported(id, identity)).toEqual({ typeName, state, identity: '7', diagnostics: [] });
    },
  );

  it.each([
    ['an empty id', ' ', undefined],
    ['an identity that is null', '', { id: null }],
    ['an identity that is empty', '', { id: '' }],
  ])('by %s names the attribute', async (_, id, identity) => {
    const { diagnostics } = await imported(id, identity);
    const attribute = { steps: [{ attributeName: 'id' }] };
    const detail = expect.stringMatching(/^`id` is null or empty\. Give the id of the shelf_book/);
    expect(diagnostics).toEqual([
      expect.objectContaining({ summary: 'Import id is empty', detail, attribute }),
    ]);
  });
});

it('the schema of the identity of a resource is the attribute that an import takes', () => {
  const schemas = foreignCodec('GetResourceIdentitySchemas').decode(encodeIdentitySchemas(shelf));
  const id = {
    name: 'id',
    type: Buffer.from('"string"'),
    required_for_import: true,
    description: 'Shelf mark.',
  };
  expect(schemas).toEqual({ identity_schemas: { [typeName]: { identity_attributes: [id] } } });
});
