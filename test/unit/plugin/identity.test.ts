import { expect, it } from 'vitest';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { encodeIdentitySchemas } from '../../../src/plugin/rpc/stored-schemas';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';
import { foreignCodec } from './foreign-codec';
import { book, encoded, idIn, known, session, shelf, typeName } from './shelf';

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
])('an import by %s answers with the identity and the defaults', async (_, id, identity) => {
  const nothing = Object.fromEntries(Object.keys(known).map(name => [name, null]));
  const state = { ...nothing, id: '7', mood: 'calm' };
  expect(await imported(id, identity)).toEqual({ typeName, state, identity: '7', diagnostics: [] });
});

it.each([
  ['an empty id', ' ', undefined],
  ['an identity that is null', '', { id: null }],
  ['an identity that is empty', '', { id: '' }],
])('an import by %s names the attribute', async (_, id, identity) => {
  const { diagnostics } = await imported(id, identity);
  const attribute = { steps: [{ attributeName: 'id' }] };
  const detail = expect.stringMatching(/^`id` is null or empty\. Give the id of the shelf_book/);
  expect(diagnostics).toEqual([
    expect.objectContaining({ summary: 'Import id is empty', detail, attribute }),
  ]);
});

it('the schema of the identity of a resource is the attribute that an import takes', () => {
  const schemas = foreignCodec('GetResourceIdentitySchemas').decode(encodeIdentitySchemas(shelf));
  const type = Buffer.from('"string"');
  const id = { name: 'id', type, required_for_import: true, description: 'Shelf mark.' };
  expect(schemas).toEqual({ identity_schemas: { [typeName]: { identity_attributes: [id] } } });
});
