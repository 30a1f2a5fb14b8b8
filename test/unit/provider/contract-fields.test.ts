import { expect, it } from 'vitest';
import { apiKeys } from '../../../src/client/contract/api-keys';
import { identifyingValues, namesShownOtherwise } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';

const key = { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['b', 'a'], key: 'svc_test_1' };
const endpoint = { id: 'wh_1', url: 'https://a.example/', events: ['b', 'a'], secret: 's', status: 'active' };

it.each([
  ['the address and the events', webhooks.fields, endpoint, ['https://a.example/', ['a', 'b']]],
  ['the name, tenant and scopes of a key', apiKeys.fields, key, ['ci', 'ten_1', ['a', 'b']]],
  // An unrestricted key may be shown either way.
  ['an absent list like an empty one', apiKeys.fields, { ...key, scopes: undefined }, ['ci', 'ten_1', []]],
] as const)('two objects are told apart by %s', (_, fields, object, identity) => {
  expect(identifyingValues(fields, object)).toEqual(identity);
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
  expect(namesShownOtherwise(apiKeys.fields, sent, told)).toEqual(names);
});
