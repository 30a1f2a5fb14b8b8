import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/policy/parse-policy';
import { judgePlan, type PlannedResource } from '../../../src/policy/plan/judge-plan';

const policy = parsePolicy({
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read'],
  allowedHosts: ['hooks.example.com'],
  requireRotation: true,
  maxKeyAgeDays: 90,
  requireWriteOnlySecrets: true,
  maxEvents: 2,
});

const key = {
  name: 'ci',
  scopes: ['alerts:read'],
  unrestricted: null,
  rotation: { after_days: 90, overlap_days: 7, triggers: null },
};
const endpoint = { url: 'https://hooks.example.com/token', events: ['alert.created'], secret: null };

function aKey(after: object, afterUnknown: unknown = {}): PlannedResource {
  return { address: 'svc_api_key.ci', type: 'svc_api_key', after: { ...key, ...after }, afterUnknown };
}

function anEndpoint(after: object, afterUnknown: unknown = {}): PlannedResource {
  const type = 'svc_webhook_endpoint';
  return { address: `${type}.pager`, type, after: { ...endpoint, ...after }, afterUnknown };
}

const none: string[] = [];
const rows: [what: string, resource: PlannedResource, broken: string[], unjudged: string[]][] = [
  ['a good key', aKey({}, { id: true }), none, none],
  ['an unrestricted key', aKey({ scopes: null, unrestricted: true }), ['forbidUnrestricted'], none],
  ['another scope', aKey({ scopes: ['alerts:read', 'a:b'] }), ['allowedScopes'], none],
  ['unknown scopes', aKey({ scopes: null }, { scopes: true }), none, ['allowedScopes']],
  [
    'an unknown scope',
    aKey({ scopes: ['alerts:read', null] }, { scopes: [false, true] }),
    none,
    ['allowedScopes'],
  ],
  [
    'another scope beside an unknown one',
    aKey({ scopes: ['a:b', null] }, { scopes: [false, true] }),
    ['allowedScopes'],
    none,
  ],
  ['no rotation', aKey({ rotation: null }), ['requireRotation'], none],
  ['an empty map of triggers', aKey({ rotation: { triggers: {} } }), ['requireRotation'], none],
  ['triggers alone', aKey({ rotation: { triggers: { a: '1' } } }), ['maxKeyAgeDays'], none],
  [
    'an unknown trigger',
    aKey({ rotation: { triggers: {} } }, { rotation: { triggers: { a: true } } }),
    ['maxKeyAgeDays'],
    none,
  ],
  [
    'an unknown rotation',
    aKey({ rotation: null }, { rotation: true }),
    none,
    ['requireRotation', 'maxKeyAgeDays'],
  ],
  [
    'an unknown age',
    aKey({ rotation: {} }, { rotation: { after_days: true } }),
    none,
    ['requireRotation', 'maxKeyAgeDays'],
  ],
  ['one day too many', aKey({ rotation: { after_days: 91 } }), ['maxKeyAgeDays'], none],
  ['whether it is restricted is unknown', aKey({}, { unrestricted: true }), none, ['forbidUnrestricted']],
  ['a good endpoint', anEndpoint({}, { id: true, status: true }), none, none],
  ['another host', anEndpoint({ url: 'https://evil.example/hooks.example.com' }), ['allowedHosts'], none],
  [
    'a user name that looks like a host',
    anEndpoint({ url: 'https://hooks.example.com@evil.example/' }),
    ['allowedHosts'],
    none,
  ],
  ['an unknown address', anEndpoint({ url: null }, { url: true }), none, ['allowedHosts']],
  ['an address that is no URL', anEndpoint({ url: 'hooks' }), none, ['allowedHosts']],
  [
    'a stored secret that is not known yet',
    anEndpoint({}, { secret: true }),
    ['requireWriteOnlySecrets'],
    none,
  ],
  ['too many events', anEndpoint({ events: ['a.b', 'c.d', 'e.f'] }), ['maxEvents'], none],
  ['unknown events', anEndpoint({ events: null }, { events: true }), none, ['maxEvents']],
];

describe('a plan is held to a policy', () => {
  it.each(rows)('%s', (_, resource, broken, open) => {
    const { violations, unjudged } = judgePlan(policy, [resource]);
    expect(violations.map(({ rule }) => rule)).toEqual(broken);
    expect(unjudged.map(({ rule }) => rule)).toEqual(open);
    for (const { address } of [...violations, ...unjudged]) expect(address).toBe(resource.address);
  });

  it('in the order of the addresses, without what is deleted and what others provide', () => {
    const bad = { scopes: null, unrestricted: true };
    const resources = [
      { ...aKey(bad), address: 'svc_api_key.z' },
      { ...aKey(bad), address: 'svc_api_key.deleted', after: null },
      { ...aKey(bad), type: 'aws_iam_access_key' },
      { ...aKey(bad), address: 'module.m.svc_api_key.a["x"]' },
    ];
    const { violations, unjudged } = judgePlan(policy, resources);
    expect(violations.map(({ address }) => address)).toEqual([
      'module.m.svc_api_key.a["x"]',
      'svc_api_key.z',
    ]);
    expect(unjudged).toEqual([]);
  });

  it('without repeating a secret or the path of an address', () => {
    const planted = randomBytes(16).toString('hex');
    const resource = anEndpoint({ secret: planted, url: `https://evil.example/${planted}` });
    const verdict = judgePlan(policy, [resource]);
    expect(verdict.violations.map(({ rule }) => rule)).toEqual(['allowedHosts', 'requireWriteOnlySecrets']);
    expect(JSON.stringify(verdict)).not.toContain(planted);
  });
});
