import { expect, it } from 'vitest';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn, risksOf } from './report-on';

const [gone, next, hook] = ['svc_api_key.old', 'svc_api_key.new', 'svc_webhook_endpoint'];
const going = (fields: object = {}, more: object = {}) =>
  keyChange({ actions: ['delete'], address: gone, before: key({ ...fields }), more: { ...more } });
const coming = (fields: object = {}, address = next, unknown: object = {}) =>
  keyChange({ actions: ['create'], address, after: key({ id: undefined, ...fields }), unknown });
const leaving = (fields: object = {}, name = 'old') =>
  endpointChange({ actions: ['delete'], address: `${hook}.${name}`, before: endpoint({ ...fields }) });
const arriving = (fields: object = {}, unknown: object = {}) =>
  endpointChange({ actions: ['create'], address: `${hook}.new`, after: endpoint({ ...fields }), unknown });

const revoked = 'key-revoked: key ci is revoked at once';
const takes = 'key-rotated: key ci takes the place of the key of this name at svc_api_key.old';
const left = 'object-forgotten: key ci leaves the state, and goes on working with alerts:read';
const issuedAs = (name: string) => `key-issued: key ${name} is issued with alerts:read for tenant ten_acme`;
const issued = issuedAs('ci');
const pager = 'pager.example';
const addedAs = (name: string, events = 'alert.created, incident.created') =>
  `endpoint-added: endpoint ${name} is registered for ${events}`;
const removed = `endpoint-removed: endpoint ${pager} is removed`;
const anew = `endpoint-replaced: endpoint ${pager} is registered anew as ${hook}.new`;

type Changes = Parameters<typeof planJson>[0];

it.each<[what: string, changes: Changes, expected: readonly string[]]>([
  ['a renamed block of a key', [going(), coming()], [revoked, takes]],
  [
    'a renamed block whose key is of another tenant and is no longer rotated',
    [going({ rotation: { after_days: 30, overlap_days: 1 } }), coming({ tenant_id: 'ten_b' })],
    [
      'tenant-changed: key ci is bound to another tenant: ten_b',
      revoked,
      takes,
      'rotation-weakened: key ci is no longer rotated',
    ],
  ],
  ['keys of different names', [going(), coming({ name: 'other' })], [revoked, issuedAs('other')]],
  [
    'an unknown name',
    [going(), coming({ name: undefined }, next, { name: true })],
    [revoked, issuedAs(next)],
  ],
  ['a key that is forgotten', [keyChange({ actions: ['forget'], before: key() }), coming()], [left, issued]],
  ['a deposed key', [going({}, { deposed: 'abcd1234' }), coming()], [revoked, issued]],
  ['a data source', [going({}, { mode: 'data' }), coming()], [issued]],
  ['one key for two', [going(), coming(), coming({}, 'svc_api_key.third')], [revoked, takes, issued]],
  [
    'two keys for two: those of one tenant',
    [
      going({ tenant_id: 'ten_b' }),
      { ...going(), address: 'svc_api_key.second' },
      coming(),
      coming({ tenant_id: 'ten_b' }, 'svc_api_key.third'),
    ],
    [revoked, revoked, takes.replace('.old', '.second'), takes],
  ],
  [
    'a renamed block of an endpoint, with events in another order and another secret',
    [leaving({ events: ['incident.created', 'alert.created'] }), arriving({ secret_wo_version: 2 })],
    [anew, 'secret-changed: endpoint pager.example signs with another secret'],
  ],
  [
    'a renamed block of an endpoint, and a second removed one of its host',
    [leaving(), leaving({ url: 'https://pager.example/b' }, 'b'), arriving()],
    [removed, anew],
  ],
  ['another host', [leaving(), arriving({ url: 'https://b.example/' })], [addedAs('b.example'), removed]],
  [
    'other events',
    [leaving(), arriving({ events: ['alert.created'] })],
    [addedAs(pager, 'alert.created'), removed],
  ],
  [
    'unknown events',
    [leaving(), arriving({}, { events: true })],
    [addedAs(pager, 'unknown events'), removed],
  ],
  [
    'an unknown address',
    [leaving(), arriving({ url: undefined }, { url: true })],
    [addedAs(`${hook}.new`), removed],
  ],
])('one that goes and one that comes: %s', (_, changes, expected) => {
  expect(risksOf(reportOn(planJson(changes)))).toEqual(expected);
});

const provider = (alias: string, expressions: object = {}) => ({ name: 'svc', alias, expressions });
const block = { address: next, type: 'svc_api_key' };
const lacking = { unavailable_operations: { constant_value: ['apiKeys.delete'] } };

it('a key that the platform cannot revoke has no successor', () => {
  const json = planJson([going(), coming()], configuration(block, lacking));
  expect(risksOf(reportOn(json))).toEqual([left, issued]);
});

it('objects of different provider blocks are no pair', () => {
  const blocks = [
    { ...block, provider_config_key: 'svc.a' },
    { address: gone, type: 'svc_api_key', provider_config_key: 'svc.b' },
  ];
  const providers = { 'svc.a': provider('a'), 'svc.b': provider('b') };
  const json = (resources: readonly object[]) =>
    planJson([going(), coming()], {
      configuration: { provider_config: providers, root_module: { resources } },
    });
  expect(risksOf(reportOn(json(blocks)))).toEqual([revoked, issued]);
  // A plan does not tell the provider of an object whose block is gone: it may be the other platform's.
  expect(risksOf(reportOn(json(blocks.slice(0, 1))))).toEqual([revoked, issued]);
});
