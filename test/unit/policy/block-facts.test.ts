import { describe, expect, it } from 'vitest';
import { factsOfEndpoint, factsOfKey } from '../../../src/constructs/policy/facts-of-block';
import { judgeEndpoint, judgeKey, type Verdict } from '../../../src/constructs/policy/rules/judge';
import { parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { expression } from '../constructs/synthesis';
import { strict } from './strict-policy';

const policy = parsePolicy({ ...strict, allowedTenants: ['ten_1'] });
const unknown = expression('var.v');
const days = (after_days: unknown) => ({ rotation: { after_days } });
const triggers = (given: unknown) => ({ rotation: { after_days: null, triggers: given } });
const ignoring = (...ignore_changes: string[]) => ({ lifecycle: { ignore_changes } });
const both = (mark = '') => [`requireRotation${mark}`, `maxKeyAgeDays${mark}`];

/** A broken rule by its name, and one that cannot be judged with a question mark. */
const namesOf = ({ violations, unjudged }: Verdict) => [
  ...violations.map(({ rule }) => rule),
  ...unjudged.map(({ rule }) => `${rule}?`),
];

describe('a key in the finished JSON of a stack is held to a policy', () => {
  it.each<[what: string, block: object, found: string[]]>([
    ['a good key', {}, []],
    ['an unrestricted key', { unrestricted: true }, ['forbidUnrestricted']],
    ['an unrestricted key by a text', { unrestricted: 'true' }, ['forbidUnrestricted']],
    ['a restricted key by a text', { unrestricted: 'false' }, []],
    ['an unrestricted that is no boolean', { unrestricted: 'yes' }, ['forbidUnrestricted?']],
    ['an unrestricted that is an object', { unrestricted: {} }, ['forbidUnrestricted?']],
    ['an unknown unrestricted', { unrestricted: unknown }, ['forbidUnrestricted?']],
    ['a null unrestricted', { unrestricted: null }, []],
    ['null scopes', { scopes: null }, ['forbidUnrestricted']],
    ['no scopes', { scopes: undefined }, ['forbidUnrestricted']],
    ['null among scopes', { scopes: ['alerts:read', null] }, []],
    ['unknown scopes', { scopes: unknown }, ['allowedScopes?']],
    ['ignored scopes', ignoring('name', 'scopes'), ['allowedScopes?']],
    ['an ignored unrestricted', ignoring('unrestricted'), ['forbidUnrestricted?']],
    ['an ignored rotation', ignoring('rotation[0].after_days'), both('?')],
    [
      'all ignored',
      ignoring('all'),
      ['forbidUnrestricted?', 'allowedScopes?', 'allowedTenants?', ...both('?')],
    ],
    ['an unknown tenant', { tenant_id: unknown }, ['allowedTenants?']],
    ['no tenant', { tenant_id: undefined }, ['allowedTenants?']],
    ['another argument ignored', ignoring('name'), []],
    ['no rotation', { rotation: undefined }, both()],
    ['a null rotation', { rotation: null }, both()],
    ['a rotation in a list', { rotation: [{ after_days: 90 }] }, []],
    ['an empty list of rotations', { rotation: [] }, both('?')],
    ['two rotations', { rotation: [{ after_days: 1 }, { after_days: 2 }] }, both('?')],
    ['an unknown rotation', { rotation: unknown }, both('?')],
    ['days as a text', days('91'), ['maxKeyAgeDays']],
    ['unknown days', days(unknown), both('?')],
    ['days that are no number', days('many'), both('?')],
    ['triggers alone', triggers({ a: '1' }), ['maxKeyAgeDays']],
    ['no triggers', triggers({}), both()],
    ['null triggers', triggers(null), both()],
    ['unknown triggers', triggers(unknown), ['maxKeyAgeDays', 'requireRotation?']],
  ])('%s', (_, block, found) => {
    const key = { tenant_id: 'ten_1', scopes: ['alerts:read'], rotation: { after_days: 90 }, ...block };
    expect(namesOf(judgeKey(policy, factsOfKey(key)))).toEqual(found);
  });
});

it('no synthesis knows the environment of a key: the platform decides it', () => {
  expect(namesOf(judgeKey({ forbidLive: true }, factsOfKey({ environment: 'test' })))).toEqual([
    'forbidLive?',
  ]);
});

describe('an endpoint in the finished JSON of a stack is held to a policy', () => {
  const path = 'https://hooks.example.com';

  it.each<[what: string, block: object, found: string[]]>([
    ['a good endpoint', {}, []],
    ['an address of two hosts', { url: `${path}\\@evil.example/` }, ['allowedHosts']],
    ['an international host', { url: 'https://hooks.ex\u00e4mple.com/' }, ['allowedHosts']],
    ['a path that is not ASCII', { url: `${path}/\u00e4` }, []],
    ['the host with a final dot', { url: 'https://hooks.example.com./' }, []],
    ['an unknown address', { url: unknown }, ['allowedHosts?']],
    ['no address', { url: undefined }, ['allowedHosts?']],
    ['a host and an unknown path', { url: `${path}/${unknown}` }, []],
    ['another host and an unknown path', { url: `https://evil.example/${unknown}` }, ['allowedHosts']],
    ['a host whose end is unknown', { url: `${path}${unknown}` }, ['allowedHosts?']],
    ['a user that is unknown', { url: `https://${unknown}@hooks.example.com/` }, ['allowedHosts?']],
    ['an ignored address', ignoring('url'), ['allowedHosts?']],
    ['ignored events', ignoring('events'), ['maxEvents?']],
    ['a stored secret', { secret: unknown }, ['requireWriteOnlySecrets']],
    ['a null secret', { secret: null }, []],
  ])('%s', (_, block, found) => {
    const endpoint = { url: `${path}/x`, events: ['a.b'], ...block };
    expect(namesOf(judgeEndpoint(policy, factsOfEndpoint(endpoint)))).toEqual(found);
  });
});
