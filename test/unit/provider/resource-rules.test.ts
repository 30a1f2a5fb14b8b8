import { describe, expect, it } from 'vitest';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import { planned, validated } from './asked';
import { endpoint, key } from './managed-object';

const writeOnly = { secret: null, secret_wo: 'a-made-up-secret', secret_wo_version: 1 };
const rotation = { after_days: 30, overlap_days: 7, triggers: null };

type Row = readonly [what: string, changes: RawObject, ...faults: readonly RegExp[]];

const misspelt = /^Unknown event type "alert\.craeted": .*"alert\.created"/;
const ofEndpoints: readonly Row[] = [
  ['nothing', {}],
  ['plain http to this machine', { url: 'http://localhost:8080/hook' }],
  ['plain http', { url: 'http://a.example/hook' }, /^Invalid endpoint address: .*must use https/],
  ['no scheme', { url: 'a.example' }, /^Invalid endpoint address: .*not an absolute URL/],
  ['a query and a fragment', { url: 'https://a.example/hook?token=1#part' }],
  ['what only a plan refuses', { url: 'https://bücher.example/ä' }],
  ['no event', { events: [] }, /^No event type/],
  ['a malformed event', { events: ['Alert Created'] }, /^Malformed event type "Alert Created"/],
  ['an unknown event', { events: ['alert.craeted'] }, misspelt],
  ['an empty secret', { secret: '' }, /^Empty signing secret/],
  ['an empty write-only secret', { ...writeOnly, secret_wo: '' }, /^Empty signing secret/],
  ['a write-only secret with a version', writeOnly],
  ['one without a version', { ...writeOnly, secret_wo_version: null }, /^Missing secret_wo_version/],
  ['a version that is not known yet', { ...writeOnly, secret_wo_version: unknown }],
  ['a negative version', { ...writeOnly, secret_wo_version: -1 }, /^Invalid secret version/],
  ['two secrets', { ...writeOnly, secret: 'another' }, /^Two signing secrets/],
  ['two secrets, one of them unknown', { ...writeOnly, secret: unknown }],
  ['an unknown secret beside a write-only one', { ...writeOnly, secret: unknown, secret_wo_version: null }],
  ['two secrets, the other one unknown', { ...writeOnly, secret: 'another', secret_wo: unknown }],
  ['no such on_degraded', { on_degraded: 'panic' }, /^Invalid on_degraded: .*"warn", "replace", "ignore"/],
];

const ofKeys: readonly Row[] = [
  ['nothing', {}],
  ['no limits', { scopes: null, unrestricted: true }],
  ['forgotten scopes', { scopes: null }, /^Key without scopes: .*unrestricted = true/],
  ['scopes forgotten, unrestricted = false', { scopes: null, unrestricted: false }, /^Key without scopes/],
  ['scopes that are not known yet', { scopes: unknown }],
  ['no scopes, and limits that are not known yet', { scopes: null, unrestricted: unknown }],
  ['one scope that is not known yet', { scopes: ['alerts:read', unknown] }],
  ['both', { unrestricted: true }, /^Key cannot be both/],
  ['both, with scopes not known yet', { scopes: [unknown], unrestricted: true }, /^Key cannot be both/],
  ['scopes and unrestricted = false', { unrestricted: false }],
  ['no scope in the set', { scopes: [] }, /^No scope/],
  ['a malformed scope', { scopes: ['everything'] }, /^Malformed scope "everything"/],
  ['an unknown scope', { scopes: ['alert:read'] }, /^Unknown scope "alert:read": .*"alerts:read"/],
  ['a tenant that is none', { tenant_id: 'acme' }, /^Unknown form of tenant id: .*ten_/],
  ['an empty name', { name: '' }, /^Invalid key name/],
];

/** Changes of a rotation by age and overlap that is valid. */
const ofRotations: readonly Row[] = [
  ['nothing', {}],
  ['triggers alone', { after_days: null, triggers: { release: '1' } }],
  ['neither age nor triggers', { after_days: null }, /^Rotation without a trigger/],
  ['an age that is not known yet', { after_days: unknown }],
  ['triggers that are not known yet', { after_days: null, triggers: unknown }],
  ['an overlap that is not known yet', { overlap_days: unknown }],
  ['an overlap a day shorter than the age', { overlap_days: 29 }],
  ['an overlap as long as the age', { overlap_days: 30 }, /^Rotation overlap too long/],
  ['so, beside an unknown trigger', { overlap_days: 30, triggers: { a: unknown } }, /^Rotation overlap too/],
  ['an overlap beyond both limits', { overlap_days: 999_999_999 }, /^Invalid rotation overlap: .*0 to 3650/],
  ['an age of none', { after_days: 0, overlap_days: 0 }, /^Invalid rotation age: .*1 to 3650/],
];

const expected = (faults: readonly RegExp[]) => faults.map(fault => expect.stringMatching(fault));

describe('validation reports each fault of a block once', () => {
  it.for(ofEndpoints)('endpoint: %s', ([, changes, ...faults]) => {
    expect(validated('svc_webhook_endpoint', { ...endpoint, ...changes })).toEqual(expected(faults));
  });
  it.for(ofKeys)('key: %s', ([, changes, ...faults]) => {
    expect(validated('svc_api_key', { ...key, ...changes })).toEqual(expected(faults));
  });
  it.for(ofRotations)('rotation of a key: %s', ([, changes, ...faults]) => {
    const values = { ...key, rotation: { ...rotation, ...changes } };
    expect(validated('svc_api_key', values)).toEqual(expected(faults));
  });
  it('rotation of a key: none of which a part is known', () => {
    expect(validated('svc_api_key', { ...key, rotation: unknown })).toEqual([]);
  });
});

const stored = { ...endpoint, id: 'wh_1', status: 'active', on_degraded: 'warn' };
const kept = { ...stored, secret: null, secret_wo_version: 1 };
const raised = { secret: null, secret_wo_version: 2 };
const signs = /signs with another secret/;
const alone = /^secret_wo_version without secret_wo/;
const backslash = 'https://good.example\\@evil.example/';
const flawed = /^Invalid endpoint address: .*RFC 3986.*U\+005C.*a backslash %5C/;

it.for<readonly [what: string, prior: RawObject | undefined, changes: RawObject, ...faults: RegExp[]]>([
  ['a new endpoint with a secret', undefined, {}],
  ['a new endpoint with a write-only secret', undefined, writeOnly],
  ['a new endpoint with an address of two hosts', undefined, { url: backslash }, flawed],
  ['an endpoint that gets such an address', stored, { url: backslash }, flawed],
  ['an endpoint that has such an address', { ...stored, url: backslash }, { url: backslash }],
  ['another secret beside it', { ...stored, url: backslash }, { url: backslash, secret: 'b' }, signs],
  ['a non-ASCII address', undefined, { url: 'https://bücher.example/' }, /U\+00FC.*Punycode/],
  ['an address that is not known yet', stored, { url: unknown }],
  ['a new endpoint without a secret', undefined, { secret: null }, /^Missing signing secret/],
  ['a new endpoint whose secret is not known yet', undefined, { secret: unknown }],
  ['a new endpoint, its write-only secret not known yet', undefined, { secret: null, secret_wo: unknown }],
  ['one that loses its secret', stored, { secret: null }, /keeps its secret, which leaves the state/],
  ['an imported endpoint without a secret', { ...stored, secret: null }, { secret: null }],
  ['a new version with its secret', kept, { ...writeOnly, secret_wo_version: 2 }, signs],
  ['a new version alone', kept, raised, alone],
  ['a new version with a secret that is not known yet', kept, { ...raised, secret_wo: unknown }, signs],
  ['the same version alone', kept, { secret: null, secret_wo_version: 1 }],
])('a plan reports each fault that only it can see: %s', async ([, prior, changes, ...faults]) => {
  const said = await planned('svc_webhook_endpoint', { ...endpoint, ...changes }, prior);
  expect(said).toEqual(expected(faults));
});
