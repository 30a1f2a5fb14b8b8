import { expect, it } from 'vitest';
import { parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from '../report/plan-json';
import { reportOn } from '../report/report-on';
import { strict } from './strict-policy';

const policy = parsePolicy({
  ...strict,
  deniedScopes: ['incident:respond'],
  allowedTenants: ['ten_acme'],
});
const rotation = { after_days: 90, overlap_days: 7, triggers: null };
const aKey = (after: object, unknown: object = {}) =>
  keyChange({ actions: ['create'], after: key({ rotation, ...after }), unknown });
const anEndpoint = (after: object, unknown: object = {}) =>
  endpointChange({
    actions: ['create'],
    after: endpoint({ url: 'https://hooks.example.com/token', ...after }),
    unknown,
  });

const both = (mark = '') => [`requireRotation${mark}`, `maxKeyAgeDays${mark}`];
const scopes = ['allowedScopes?', 'deniedScopes?'];
const namesOf = (findings: ReturnType<typeof reportOn>['policy']) =>
  findings.map(({ rule, sentence }) => (sentence.includes('Known after apply') ? `${rule}?` : rule));

/** A broken rule by its name, and one that cannot be judged with a question mark. */
it.each<[what: string, change: ReturnType<typeof aKey>, found: string[]]>([
  ['a good key', aKey({}, { id: true }), []],
  ['an unrestricted key', aKey({ scopes: null, unrestricted: true }), ['forbidUnrestricted']],
  ['another scope', aKey({ scopes: ['alerts:read', 'a:b'] }), ['allowedScopes']],
  ['unknown scopes', aKey({ scopes: null }, { scopes: true }), scopes],
  ['an unknown tenant', aKey({ tenant_id: null }, { tenant_id: true }), ['allowedTenants?']],
  ['an unknown scope', aKey({ scopes: ['alerts:read', null] }, { scopes: [false, true] }), scopes],
  ['no rotation', aKey({ rotation: null }), both()],
  ['an empty map of triggers', aKey({ rotation: { triggers: {} } }), both()],
  ['triggers alone', aKey({ rotation: { triggers: { a: '1' } } }), ['maxKeyAgeDays']],
  [
    'an unknown trigger',
    aKey({ rotation: { triggers: {} } }, { rotation: { triggers: { a: true } } }),
    ['maxKeyAgeDays'],
  ],
  ['an unknown rotation', aKey({ rotation: null }, { rotation: true }), both('?')],
  ['an unknown age', aKey({ rotation: {} }, { rotation: { after_days: true } }), both('?')],
  ['unknown limits', aKey({ unrestricted: null }, { unrestricted: true }), ['forbidUnrestricted?']],
  ['a good endpoint', anEndpoint({}, { id: true, status: true }), []],
  ['another host', anEndpoint({ url: 'https://evil.example/hooks.example.com' }), ['allowedHosts']],
  ['an unknown address', anEndpoint({ url: null }, { url: true }), ['allowedHosts?']],
  ['an unknown stored secret', anEndpoint({}, { secret: true }), ['requireWriteOnlySecrets']],
  ['unknown events', anEndpoint({ events: null }, { events: true }), ['maxEvents?']],
  ['a deleted key', keyChange({ actions: ['delete'], before: key({ unrestricted: true }) }), []],
  ['a data source', { ...aKey({ scopes: ['a:b'] }), mode: 'data' }, []],
])('a plan is held to a policy: %s', (_, change, found) => {
  const findings = reportOn(planJson([change]), { policy }).policy;
  expect(namesOf(findings)).toEqual(found);
  expect(findings.every(({ level }) => level === 'error')).toBe(true);
});

it('a broken rule tells no age of a sensitive rotation', () => {
  const after = key({ rotation: { after_days: 91 } });
  const change = keyChange({ actions: ['create'], after, afterSensitive: { rotation: true } });
  const [found] = reportOn(planJson([change]), { policy: { maxKeyAgeDays: 90 } }).policy;
  expect(found?.sentence).toMatch(/^rotation\.after_days: The value, which is sensitive, breaks the rule/);
});

const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
const issuedNow = aKey({ environment: undefined }, { environment: true });
const of = (environment: 'live' | 'test') => `svc_${environment}_0123456789abcdefghijABCDEFGHIJ01`;
const from = (...references: string[]) => configuration(block, { api_key: { references } });
const given = (key: string, ...more: string[]) => ({
  ...from('var.token', ...more),
  variables: { token: { value: key } },
});

it.each<[what: string, change: typeof issuedNow, plan: object, options: object, found: string[]]>([
  ['a key of the sandbox', aKey({}), {}, {}, []],
  ['a live key', aKey({ environment: 'live' }), given(of('test')), {}, ['forbidLive']],
  ['a new key, issued by one of the sandbox', issuedNow, given(of('test')), {}, []],
  ['a new key, issued by a live one', issuedNow, given(of('live')), {}, ['forbidLive']],
  ['a new key, issued by one of another form', issuedNow, given('new-form'), {}, ['forbidLive']],
  ['a new key, issued by SVC_API_KEY', issuedNow, configuration(block), { ownKey: of('test') }, []],
  ['a new key of an environment without a key', issuedNow, configuration(block), {}, ['forbidLive?']],
  ['a new key without a provider block', issuedNow, {}, { ownKey: of('test') }, ['forbidLive?']],
  ['a new key of a hidden key', issuedNow, from('local.token'), { ownKey: of('test') }, ['forbidLive?']],
  [
    'a new key of one of two keys',
    issuedNow,
    { ...from('var.token', 'var.b'), variables: { token: { value: of('test') }, b: { value: of('live') } } },
    {},
    ['forbidLive'],
  ],
  [
    'a new key of a variable without a value in the plan',
    issuedNow,
    from('var.token'),
    { ownKey: of('test') },
    ['forbidLive?'],
  ],
  [
    'a new key of a variable that is null',
    issuedNow,
    { ...from('var.token'), variables: { token: { value: null } } },
    { ownKey: of('test') },
    [],
  ],
  [
    'a new key, issued by a variable or a key of the same plan',
    issuedNow,
    given(of('test'), 'svc_api_key.ci.key', 'svc_api_key.ci'),
    {},
    ['forbidLive?'],
  ],
])('forbidLive, %s', (_, change, plan, options, found) => {
  const report = reportOn(planJson([change], { ...plan }), { policy: { forbidLive: true }, ...options });
  expect(namesOf(report.policy)).toEqual(found);
  expect(JSON.stringify(report)).not.toContain(of('live'));
});
