import { expect, it } from 'vitest';
import { type Policy, parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from '../report/plan-json';
import { reportOn } from '../report/report-on';

const rotation = { after_days: 90, overlap_days: 7, triggers: null };
const aKey = (after: object, unknown: object = {}) =>
  keyChange({ actions: ['create'], after: key({ rotation, ...after }), unknown });
const url = (host: string) => `https://${host}/hooks.example.com`;
const anEndpoint = (after: object, unknown: object = {}) =>
  endpointChange({
    actions: ['create'],
    after: endpoint({ url: url('hooks.example.com'), ...after }),
    unknown,
  });

const findingsOf = (policy: Policy, change: ReturnType<typeof aKey>) =>
  reportOn(planJson([change]), { policy: parsePolicy(policy) }).policy;

/** A broken rule by its name, and one that cannot be judged with a question mark. */
const namesOf = (findings: ReturnType<typeof reportOn>['policy']) =>
  findings.map(({ rule, sentence }) => (sentence.includes('nobody has judged') ? `${rule}?` : rule));

type Answer = 'kept' | 'broken' | 'unknown';
const answers: Readonly<Record<Answer, readonly string[]>> = {
  kept: [],
  broken: [expect.stringMatching(/[a-z]$/)],
  unknown: [expect.stringMatching(/\?$/)],
};

const [limited, scopes] = [{ forbidUnrestricted: true }, { allowedScopes: ['alerts:read', 'b:x'] }];
const denied = { deniedScopes: ['a:x', 'a:y'] };
const [tenants, sandbox] = [{ allowedTenants: ['ten_acme', 'ten_2'] }, { forbidLive: true }];
const [rotated, aged] = [{ requireRotation: true }, { maxKeyAgeDays: 90 }];
const some = { scopes: true };
const none = { scopes: null };
const [noAge, noTriggers] = [{ after_days: null }, { triggers: {} }];
const [unknownAge, unknownTriggers] = [{ rotation: { after_days: true } }, { rotation: { triggers: true } }];

it.each<[policy: Policy, what: string, answer: Answer, after?: object, unknown?: object]>([
  [limited, 'a key with a scope', 'kept'],
  [limited, 'a key without scopes', 'broken', none],
  [limited, 'an empty set of scopes', 'broken', { scopes: [] }],
  [limited, 'a key of which nobody knows', 'unknown', {}, { unrestricted: true }],
  [limited, 'unknown scopes, since the provider refuses none', 'kept', none, some],
  [scopes, 'allowed scopes', 'kept', { scopes: ['b:x', 'alerts:read'] }],
  [scopes, 'no scopes', 'broken', none],
  [{ ...scopes, forbidUnrestricted: false }, 'no scopes, where limits are optional', 'broken', none],
  [scopes, 'another scope among unknown ones', 'broken', { scopes: ['a:x'] }, some],
  [denied, 'other scopes', 'kept'],
  [denied, 'a denied scope', 'broken', { scopes: ['alerts:read', 'a:y'] }],
  [denied, 'no scopes', 'broken', none],
  [denied, 'unknown scopes', 'unknown', none, some],
  [{ deniedScopes: [] }, 'an unlimited key', 'kept', none],
  [tenants, 'an allowed tenant', 'kept', { tenant_id: 'ten_2' }],
  [tenants, 'another tenant', 'broken', { tenant_id: 'ten_3' }],
  [tenants, 'a tenant that only begins alike', 'broken', { tenant_id: 'ten_22' }],
  [tenants, 'an unknown tenant', 'unknown', { tenant_id: null }, { tenant_id: true }],
  [{ allowedTenants: [] }, 'any tenant', 'broken'],
  [sandbox, 'a key of another environment', 'broken', { environment: 'staging' }],
  [{ forbidLive: false }, 'a live key', 'kept', { environment: 'live' }],
  [rotated, 'a rotation by triggers', 'kept', { rotation: { triggers: { a: '1' } } }],
  [rotated, 'no rotation', 'broken', { rotation: null }],
  [rotated, 'a rotation without occasion', 'broken', { rotation: noTriggers }],
  [rotated, 'an unknown rotation', 'unknown', { rotation: null }, { rotation: true }],
  [rotated, 'an unknown age', 'unknown', { rotation: {} }, unknownAge],
  [rotated, 'unknown triggers', 'unknown', { rotation: noAge }, unknownTriggers],
  [rotated, 'an unknown trigger', 'kept', { rotation: noTriggers }, { rotation: { triggers: { a: true } } }],
  [aged, 'no rotation', 'broken', { rotation: null }],
  [aged, 'triggers alone', 'broken', { rotation: { triggers: { a: '1' } } }],
  [aged, 'an unknown age', 'unknown', { rotation: {} }, unknownAge],
])('%j of %s is %s', (policy, _, answer, after = {}, unknown = {}) => {
  const findings = findingsOf(policy, aKey(after, unknown));
  expect(namesOf(findings)).toEqual(answers[answer]);
  expect(findings.every(({ level }) => level === 'error')).toBe(true);
});

const hosts = { allowedHosts: ['hooks.example.com', '*.example.org'] };
const [events, written] = [{ maxEvents: 2 }, { requireWriteOnlySecrets: true }];
const two = ['a.b', 'c.d'];
const third = { events: [false, false, true, false] };

it.each<[policy: Policy, what: string, answer: Answer, after?: object, unknown?: object]>([
  [hosts, 'a name below an allowed one', 'kept', { url: url('b.a.example.org') }],
  [hosts, 'an allowed host with the final dot', 'kept', { url: url('hooks.example.com.') }],
  [hosts, 'an empty name below an allowed one', 'broken', { url: url('.example.org') }],
  [hosts, 'the name above a wildcard', 'broken', { url: url('example.org') }],
  [hosts, 'a host that only ends alike', 'broken', { url: url('evilexample.org') }],
  [hosts, 'a host below an exact one', 'broken', { url: url('x.hooks.example.com') }],
  [written, 'an unknown stored secret', 'broken', {}, { secret: true }],
  [events, 'no events', 'kept', { events: null }],
  [events, 'one twice, since it is a set', 'kept', { events: [...two, 'a.b'] }],
  [events, 'one more', 'broken', { events: [...two, 'e.f'] }],
  [events, 'the number and an unknown one', 'unknown', { events: [...two, null] }, third],
  [events, 'one more and an unknown one', 'broken', { events: [...two, null, 'e.f'] }, third],
])('%j of %s is %s', (policy, _, answer, after = {}, unknown = {}) => {
  expect(namesOf(findingsOf(policy, anEndpoint(after, unknown)))).toEqual(answers[answer]);
});

it.each([
  ['a deleted key', keyChange({ actions: ['delete'], before: key({ unrestricted: true }) })],
  ['a data source', { ...aKey({ unrestricted: true }), mode: 'data' }],
])('no rule judges %s', (_, change) => {
  expect(findingsOf(limited, change)).toEqual([]);
});

const sensitive = (attribute: string, values: object) =>
  keyChange({ actions: ['create'], after: key({ ...values }), afterSensitive: { [attribute]: true } });
const planted = '5f3a9c0d1e2b5f3a';

it.each<[sentence: string, policy: Policy, change: ReturnType<typeof aKey>]>([
  [
    'rotation.after_days: The key is due after 90 days, and 89 are allowed. Set rotation.after_days to 89 or less.',
    { maxKeyAgeDays: 89 },
    aKey({}),
  ],
  [
    'unrestricted: The key is unrestricted, so it may do everything. Name the scopes that it needs, and leave out unrestricted.',
    limited,
    aKey({ scopes: null, unrestricted: true }),
  ],
  [
    'scopes: The key has scopes that are not allowed: "tenants:write". Keep to the allowed scopes: alerts:read, b:x.',
    scopes,
    aKey({ scopes: ['tenants:write'] }),
  ],
  [
    'scopes: The key has scopes that are not allowed: "a:x", "b:x", one that is no scope (not shown). The policy allows no scopes.',
    { allowedScopes: [] },
    // A text that is no scope may be a secret.
    aKey({ scopes: ['b:x', planted, 'a:x'] }),
  ],
  [
    'scopes: The value, which is sensitive, breaks the rule. Keep to the allowed scopes: alerts:read, b:x.',
    scopes,
    sensitive('scopes', { scopes: ['devices:read'] }),
  ],
  [
    'rotation.after_days: The value, which is sensitive, breaks the rule. Set rotation.after_days to 90 or less.',
    aged,
    sensitive('rotation', { rotation: { after_days: 91 } }),
  ],
  [
    'scopes: Known after apply, so nobody has judged this rule. Apply first what it comes from.',
    scopes,
    aKey({ scopes: null }, some),
  ],
  [
    'environment: The plan does not show the key of its provider, so nobody has judged this rule. Give that key by SVC_API_KEY.',
    sandbox,
    aKey({ environment: undefined }, { environment: true }),
  ],
  [
    'url: The host evil.example is not allowed. Keep to the allowed hosts: *.example.org, hooks.example.com.',
    hosts,
    anEndpoint({ url: `https://evil.example/${planted}` }),
  ],
  [
    'secret: The signing secret is given by secret, so saved plans and the state hold it. Give it by secret_wo, with secret_wo_version.',
    written,
    anEndpoint({ secret: planted }),
  ],
])('a finding says what is wrong and a remedy: %s', (sentence, policy, change) => {
  const findings = findingsOf(policy, change);
  expect(findings).toMatchObject([{ rule: Object.keys(policy)[0], sentence }]);
  expect(JSON.stringify(findings)).not.toContain(planted);
});

const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
const issuedNow = aKey({ environment: undefined }, { environment: true });
const of = (environment: 'live' | 'test') => `svc_${environment}_0123456789abcdefghijABCDEFGHIJ01`;
const from = (...references: string[]) => configuration(block, { api_key: { references } });
const given = (key: string, ...more: string[]) => ({
  ...from('var.token', ...more),
  variables: { token: { value: key } },
});
const ofKeyToo = given(of('test'), 'svc_api_key.ci.key', 'svc_api_key.ci');
const ofTwo = {
  ...from('var.token', 'var.b', 'var.c'),
  variables: { token: { value: of('test') }, b: { value: of('live') }, c: { value: null } },
};
const own = { ownKey: of('test') };
const empty = { ...from('var.token'), variables: { token: { value: null } } };

it.each<[what: string, change: typeof issuedNow, plan: object, options: object, found: string[]]>([
  ['a key of the sandbox', aKey({}), {}, {}, []],
  ['a live key', aKey({ environment: 'live' }), given(of('test')), {}, ['forbidLive']],
  ['a new key, issued by one of the sandbox', issuedNow, given(of('test')), {}, []],
  ['a new key, issued by a live one', issuedNow, given(of('live')), {}, ['forbidLive']],
  ['a new key, issued by one of another form', issuedNow, given('new-form'), {}, ['forbidLive']],
  ['a new key, issued by SVC_API_KEY', issuedNow, configuration(block), own, []],
  ['a new key of an environment without a key', issuedNow, configuration(block), {}, ['forbidLive?']],
  ['a new key without a provider block', issuedNow, {}, own, ['forbidLive?']],
  ['a new key of a hidden key', issuedNow, from('local.token'), own, ['forbidLive?']],
  ['a new key of one of two keys', issuedNow, ofTwo, {}, ['forbidLive?']],
  ['a new key of a key or none', issuedNow, { ...ofTwo, ...from('var.token', 'var.c') }, {}, ['forbidLive?']],
  ['a new key of a variable without a value', issuedNow, from('var.token'), own, ['forbidLive?']],
  ['a new key of a variable that is null', issuedNow, empty, own, []],
  ['a new key of a variable or a key of the same plan', issuedNow, ofKeyToo, {}, ['forbidLive?']],
])('forbidLive, %s', (_, change, plan, options, found) => {
  const report = reportOn(planJson([change], { ...plan }), { policy: { forbidLive: true }, ...options });
  expect(namesOf(report.policy)).toEqual(found);
  expect(JSON.stringify(report)).not.toContain(of('live'));
});
