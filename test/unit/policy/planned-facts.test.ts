import { expect, it } from 'vitest';
import { parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { policyJudge } from '../../../src/report/policy/policy-judge';
import { endpoint, endpointChange, key, keyChange, planJson } from '../report/plan-json';
import { reportOn } from '../report/report-on';

const policy = policyJudge(
  parsePolicy({
    forbidUnrestricted: true,
    allowedScopes: ['alerts:read'],
    allowedHosts: ['hooks.example.com'],
    requireRotation: true,
    maxKeyAgeDays: 90,
    requireWriteOnlySecrets: true,
    maxEvents: 2,
  }),
  { accepted: [], staleAcceptances: [] },
);
const rotation = { after_days: 90, overlap_days: 7, triggers: null };
const aKey = (after: object, unknown: object = {}) =>
  keyChange({ actions: ['create'], after: key({ rotation, ...after }), unknown });
const anEndpoint = (after: object, unknown: object = {}) =>
  endpointChange({
    actions: ['create'],
    after: endpoint({ url: 'https://hooks.example.com/token', ...after }),
    unknown,
  });

/** A broken rule by its name, and one that cannot be judged with a question mark. */
it.each<[what: string, change: ReturnType<typeof aKey>, found: string[]]>([
  ['a good key', aKey({}, { id: true }), []],
  ['an unrestricted key', aKey({ scopes: null, unrestricted: true }), ['forbidUnrestricted']],
  ['another scope', aKey({ scopes: ['alerts:read', 'a:b'] }), ['allowedScopes']],
  ['unknown scopes', aKey({ scopes: null }, { scopes: true }), ['allowedScopes?']],
  [
    'an unknown scope',
    aKey({ scopes: ['alerts:read', null] }, { scopes: [false, true] }),
    ['allowedScopes?'],
  ],
  ['another scope beside it', aKey({ scopes: ['a:b', null] }, { scopes: [false, true] }), ['allowedScopes']],
  ['no rotation', aKey({ rotation: null }), ['requireRotation', 'maxKeyAgeDays']],
  ['an empty map of triggers', aKey({ rotation: { triggers: {} } }), ['requireRotation', 'maxKeyAgeDays']],
  ['triggers alone', aKey({ rotation: { triggers: { a: '1' } } }), ['maxKeyAgeDays']],
  [
    'an unknown trigger',
    aKey({ rotation: { triggers: {} } }, { rotation: { triggers: { a: true } } }),
    ['maxKeyAgeDays'],
  ],
  [
    'an unknown rotation',
    aKey({ rotation: null }, { rotation: true }),
    ['requireRotation?', 'maxKeyAgeDays?'],
  ],
  [
    'an unknown age',
    aKey({ rotation: {} }, { rotation: { after_days: true } }),
    ['requireRotation?', 'maxKeyAgeDays?'],
  ],
  ['one day too many', aKey({ rotation: { after_days: 91 } }), ['maxKeyAgeDays']],
  ['unknown limits', aKey({ unrestricted: null }, { unrestricted: true }), ['forbidUnrestricted?']],
  ['a good endpoint', anEndpoint({}, { id: true, status: true }), []],
  ['another host', anEndpoint({ url: 'https://evil.example/hooks.example.com' }), ['allowedHosts']],
  ['a user like a host', anEndpoint({ url: 'https://hooks.example.com@evil.example/' }), ['allowedHosts']],
  ['an unknown address', anEndpoint({ url: null }, { url: true }), ['allowedHosts?']],
  ['an address that is no URL', anEndpoint({ url: 'hooks' }), ['allowedHosts']],
  [
    'an address of two hosts',
    anEndpoint({ url: 'https://hooks.example.com\\@evil.example/' }),
    ['allowedHosts'],
  ],
  ['an unknown stored secret', anEndpoint({}, { secret: true }), ['requireWriteOnlySecrets']],
  ['too many events', anEndpoint({ events: ['a.b', 'c.d', 'e.f'] }), ['maxEvents']],
  ['unknown events', anEndpoint({ events: null }, { events: true }), ['maxEvents?']],
  ['a deleted key', keyChange({ actions: ['delete'], before: key({ unrestricted: true }) }), []],
  ['a data source', { ...aKey({ scopes: ['a:b'] }), mode: 'data' }, []],
])('a plan is held to a policy: %s', (_, change, found) => {
  const findings = reportOn(planJson([change]), { policy }).policy;
  expect(findings.map(({ rule, level }) => (level === 'error' ? rule : `${rule}?`))).toEqual(found);
});
