import { endpoint, endpointChange, key, keyChange } from './plan-json';
import { updated } from './report-on';

const delivered = (before: object, after: object, unknown: object = {}) =>
  endpointChange({
    actions: ['update'],
    before: endpoint({ ...before }),
    after: endpoint({ ...after }),
    unknown,
  });

type RiskCase = readonly [rule: string, change: Readonly<Record<string, unknown>>, risks: readonly string[]];

/** Changes, and the risks that the report names for each. */
export const riskCases: readonly RiskCase[] = [
  [
    'a key that gains and loses scopes is widened',
    updated({}, { scopes: ['incident:respond'] }),
    ['widened-scope: key ci gains incident:respond'],
  ],
  ['a key that loses scopes is no risk', updated({ scopes: ['a:b', 'c:d'] }, { scopes: ['a:b'] }), []],
  [
    'scopes that are known after apply may widen',
    updated({}, { scopes: undefined }, { scopes: true }),
    ['widened-scope: key ci may gain scopes'],
  ],
  [
    'a partly unknown list names what is known',
    updated({}, { scopes: ['tenants:write', null] }, { scopes: [false, true] }),
    ['widened-scope: key ci gains tenants:write, and may gain more scopes'],
  ],
  [
    'a limited key becomes unrestricted',
    updated({}, { scopes: null, unrestricted: true }),
    ['unrestricted-key: key ci becomes unrestricted'],
  ],
  [
    'a limited key may become unrestricted',
    updated({}, { unrestricted: undefined }, { unrestricted: true }),
    ['unrestricted-key: key ci may become unrestricted'],
  ],
  [
    'a limited key whose scopes are unknown too may become unrestricted',
    updated({}, { scopes: undefined, unrestricted: undefined }, { scopes: true, unrestricted: true }),
    ['unrestricted-key: key ci may become unrestricted', 'widened-scope: key ci may gain scopes'],
  ],
  [
    'an unrestricted key that stays so is no risk',
    updated({ scopes: null, unrestricted: true }, { name: 'x', scopes: null, unrestricted: true }),
    [],
  ],
  [
    'a new key may be without limits',
    keyChange({ actions: ['create'], after: key({ id: undefined, scopes: null, unrestricted: true }) }),
    ['unrestricted-key: key ci is issued without limits'],
  ],
  [
    'a new unrestricted live key beside a live one is both',
    keyChange({
      actions: ['delete', 'create'],
      before: key({ environment: 'live' }),
      after: key({ id: undefined }),
    }),
    [
      'live-key: key ci is issued for the live platform',
      'key-revoked: key ci is revoked at once',
      'key-rotated: key ci is replaced by another key, under another id',
    ],
  ],
  ...[{ scopes: null }, { scopes: [] }].map(
    limits =>
      [
        `a new key without ${JSON.stringify(limits)} is unlimited, although the provider refuses it`,
        keyChange({ actions: ['create'], after: key({ id: undefined, unrestricted: null, ...limits }) }),
        ['unrestricted-key: key ci is issued without limits'],
      ] as const,
  ),
  [
    'a key that loses all its scopes is unlimited, although the provider refuses it',
    updated({}, { scopes: [] }),
    ['unrestricted-key: key ci becomes unrestricted'],
  ],
  [
    'a removed key is revoked',
    keyChange({ actions: ['delete'], before: key() }),
    ['key-revoked: key ci is revoked at once'],
  ],
  ['a forgotten key is not revoked', keyChange({ actions: ['forget'], before: key() }), []],
  [
    'a rotation without overlap revokes the present value',
    updated({}, { id: undefined, previous_id: undefined }, { id: true, previous_id: true, key: true }),
    [
      'key-revoked: key ci is revoked when its successor is issued',
      'key-rotated: key ci is rotated, and its present value stops at once',
    ],
  ],
  [
    'a rotation with overlap ends the overlap of the key before',
    updated({ previous_id: 'key_0' }, { id: undefined, previous_id: 'key_1' }, { id: true, key: true }),
    [
      'key-revoked: the previous value (key_0) of key ci is revoked before its overlap has ended',
      'key-rotated: key ci is rotated, and its present value goes on working until the overlap ends',
    ],
  ],
  [
    'a key that is gone from the platform is issued again',
    updated({ previous_id: 'key_0' }, { id: undefined, previous_id: 'key_0' }, { id: true, key: true }),
    ['key-rotated: key ci is issued again, because it was revoked on the platform'],
  ],
  [
    'a rotation that is known after apply may come',
    updated({}, { id: undefined, rotation: undefined }, { id: true, rotation: true, previous_id: true }),
    ['key-rotated: key ci may be rotated: that is known after apply'],
  ],
  [
    'an overlap that has ended revokes the previous key',
    updated({ previous_id: 'key_0' }, {}),
    ['key-revoked: the previous value (key_0) of key ci is revoked because its overlap has ended'],
  ],
  [
    'an endpoint on another host is redirected',
    delivered({}, { url: 'https://other.example/x' }),
    ['host-changed: endpoint pager.example delivers to other.example instead'],
  ],
  ['an endpoint on another path is not redirected', delivered({}, { url: 'https://pager.example/new' }), []],
  [
    'an address that is known after apply may be another host',
    delivered({}, { url: undefined }, { url: true }),
    ['host-changed: endpoint pager.example may deliver to another host'],
  ],
  [
    'an endpoint loses events',
    delivered({}, { events: ['alert.created'] }),
    ['events-removed: endpoint pager.example no longer gets incident.created'],
  ],
  [
    'events that are known after apply may be lost',
    delivered({}, { events: undefined }, { events: true }),
    ['events-removed: endpoint pager.example may no longer get alert.created, incident.created'],
  ],
  [
    'of events that are known in part, the known ones are not lost',
    delivered({}, { events: ['alert.created'] }, { events: [false, true] }),
    ['events-removed: endpoint pager.example may no longer get incident.created'],
  ],
  [
    'an endpoint that had no events loses none',
    delivered({ events: [] }, { events: undefined }, { events: true }),
    [],
  ],
  [
    'a raised version sends another secret',
    delivered({}, { secret_wo_version: 2 }),
    ['secret-changed: secret of pager.example changes: receivers must have the new one first'],
  ],
  [
    'the secret of an imported endpoint is set',
    delivered({ secret_wo_version: null }, {}),
    ['secret-changed: secret of pager.example is set: receivers must have it first'],
  ],
  [
    'the secret of an imported endpoint is set by its replacement, too',
    endpointChange({
      actions: ['delete', 'create'],
      before: endpoint({ secret_wo_version: null }),
      after: endpoint({ id: undefined }),
      unknown: { id: true },
    }),
    [
      'endpoint-replaced: endpoint pager.example is registered anew',
      'secret-changed: secret of pager.example is set: receivers must have it first',
    ],
  ],
  [
    'a key that a replacement forgets goes on working',
    keyChange({ actions: ['forget', 'create'], before: key(), after: key({ id: undefined }) }),
    ['key-rotated: key ci is replaced by another key, under another id'],
  ],
  [
    'an endpoint that a replacement forgets is not removed',
    endpointChange({
      actions: ['create', 'forget'],
      before: endpoint(),
      after: endpoint({ id: undefined }),
    }),
    ['endpoint-replaced: endpoint pager.example is registered anew'],
  ],
  [
    'a degraded endpoint is registered anew',
    endpointChange({
      actions: ['delete', 'create'],
      before: endpoint({ status: 'degraded', on_degraded: 'replace' }),
      after: endpoint({ id: undefined, on_degraded: 'replace' }),
      unknown: { id: true, status: true },
    }),
    ['endpoint-replaced: endpoint pager.example is registered anew because it is degraded'],
  ],
  [
    'a removed endpoint is named by its host',
    endpointChange({ actions: ['delete'], before: endpoint() }),
    ['endpoint-removed: endpoint pager.example is removed'],
  ],
  [
    'an import is no risk',
    keyChange({
      actions: ['no-op'],
      before: key(),
      after: key(),
      moreOfChange: { importing: { id: 'key_1' } },
    }),
    [],
  ],
  [
    'a type of this provider from another source is judged alike',
    { ...updated({}, { scopes: ['a:b', 'alerts:read'] }), provider_name: 'mirror.example/acme/svc' },
    ['widened-scope: key ci gains a:b'],
  ],
];
