import { expect, it } from 'vitest';
import { apiKeys } from '../../../src/client/contract/api-keys';
import { bodyOf, type Fields } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';
import { keyCreation } from '../../../src/provider/api-keys/key-creation';
import { recognizedDigest } from '../../../src/provider/creation/kind';
import { endpointCreation } from '../../../src/provider/webhook-endpoints/endpoint-creation';

const key = { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['b', 'a'], key: 'svc_test_1' };
const endpoint = { id: 'wh_1', url: 'https://a.example/', events: ['b', 'a'], secret: 's', status: 'active' };

const rolesOf = (fields: Fields) =>
  Object.entries(fields).map(
    ([name, { role, identifies }]) => `${name} ${role}${identifies ? ', identifies' : ''}`,
  );

// A journal keeps digests over versions of the provider: a changed digest makes its entries useless.
it.each([
  {
    what: 'an endpoint',
    fields: webhooks.fields,
    kind: endpointCreation,
    object: endpoint,
    roles: [
      'id assigned',
      'url writable, identifies',
      'events writable, identifies',
      'secret hidden',
      'status assigned',
      'created_at assigned',
    ],
    body: '{"url":"https://a.example/","events":["b","a"],"secret":"s"}',
    digest: '6ce0ee9638e3b4eec11f0028b189f9b8',
  },
  {
    what: 'a key',
    fields: apiKeys.fields,
    kind: keyCreation,
    object: key,
    roles: [
      'id assigned',
      'name writable, identifies',
      'tenant_id fixed, identifies',
      'scopes writable, identifies',
      'environment assigned',
      'created_at assigned',
      'key issued',
    ],
    body: '{"name":"ci","tenant_id":"ten_1","scopes":["b","a"]}',
    digest: '29c30fb6f84232bdf634b19ff860d38d',
  },
])('roles, body and digest of $what are these', ({ fields, kind, object, roles, body, digest }) => {
  expect(rolesOf(fields)).toEqual(roles);
  expect(JSON.stringify(bodyOf(fields, object))).toBe(body);
  expect(recognizedDigest(kind, object)).toBe(digest);
});
