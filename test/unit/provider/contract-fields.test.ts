import { expect, it } from 'vitest';
import { apiKeys } from '../../../src/client/contract/api-keys';
import { bodyOf, otherwise } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';
import { keyCreation } from '../../../src/provider/api-keys/key-creation';
import { recognizedDigest } from '../../../src/provider/creation/kind';
import { endpointCreation } from '../../../src/provider/webhook-endpoints/endpoint-creation';

const key = { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['b', 'a'], key: 'svc_test_1' };
const endpoint = { id: 'wh_1', url: 'https://a.example/', events: ['b', 'a'], secret: 's', status: 'active' };

// A journal keeps digests over versions of the provider: a changed digest makes its entries useless.
it.each([
  {
    what: 'an endpoint',
    fields: webhooks.fields,
    kind: endpointCreation,
    object: endpoint,
    body: '{"url":"https://a.example/","events":["b","a"],"secret":"s"}',
    digest: '6ce0ee9638e3b4eec11f0028b189f9b8',
  },
  {
    what: 'a key',
    fields: apiKeys.fields,
    kind: keyCreation,
    object: key,
    body: '{"name":"ci","tenant_id":"ten_1","scopes":["b","a"]}',
    digest: '29c30fb6f84232bdf634b19ff860d38d',
  },
])('body and digest of $what are these', ({ fields, kind, object, body, digest }) => {
  expect(JSON.stringify(bodyOf(fields, object))).toBe(body);
  expect(recognizedDigest(kind, object)).toBe(digest);
});

it('an absent list looks like an empty one: an unrestricted key may be shown either way', () => {
  const [absent, empty] = [undefined, []].map(scopes => recognizedDigest(keyCreation, { ...key, scopes }));
  expect(absent).toBe(empty);
});

it.each<[string, object, object, readonly string[]]>([
  ['another value', { name: 'a' }, { name: 'b' }, ['name']],
  ['none, where one was sent', { scopes: ['a'] }, { scopes: [] }, ['scopes']],
  ['another tenant', { tenant_id: 'ten_1' }, { tenant_id: 'ten_2' }, ['tenant_id']],
  ['no such field', { name: 'a' }, {}, []],
  ['a field that was not sent', { name: undefined }, { name: 'a', scopes: ['a'] }, []],
  ['the same list in another order', { scopes: ['a', 'b'] }, { scopes: ['b', 'a', 'a'] }, []],
  ['nothing, where a field was cleared', { name: null }, { name: undefined }, []],
  ['a field that the platform sets', { id: 'key_1' }, { id: 'key_2' }, []],
])('an answer differs from what was sent if it shows %s', (_, sent, told, names) => {
  expect(otherwise(apiKeys.fields, sent, told)).toEqual(names);
});
