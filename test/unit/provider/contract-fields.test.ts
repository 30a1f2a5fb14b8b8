import { expect, it } from 'vitest';
import { apiKeys } from '../../../src/client/contract/api-keys';
import { bodyOf, identifyingValues, otherwise } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';

const key = { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['b', 'a'], key: 'svc_test_1' };
const endpoint = { id: 'wh_1', url: 'https://a.example/', events: ['b', 'a'], secret: 's', status: 'active' };

it.each([
  {
    what: 'an endpoint',
    fields: webhooks.fields,
    object: endpoint,
    body: '{"url":"https://a.example/","events":["b","a"],"secret":"s"}',
    identity: ['https://a.example/', ['a', 'b']],
  },
  {
    what: 'a key',
    fields: apiKeys.fields,
    object: key,
    body: '{"name":"ci","tenant_id":"ten_1","scopes":["b","a"]}',
    identity: ['ci', 'ten_1', ['a', 'b']],
  },
])('the body of $what, and what tells two apart, are these', ({ fields, object, body, identity }) => {
  expect(JSON.stringify(bodyOf(fields, object))).toBe(body);
  expect(identifyingValues(fields, object)).toEqual(identity);
});

it('an absent list looks like an empty one: an unrestricted key may be shown either way', () => {
  const [absent, empty] = [undefined, []].map(scopes =>
    identifyingValues(apiKeys.fields, { ...key, scopes }),
  );
  expect(absent).toEqual(empty);
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
