import { expect, it } from 'vitest';
import {
  type EndpointFacts,
  type KeyFacts,
  known,
  type Names,
  type Possible,
  unknown,
} from '../../../src/constructs/policy/rules/facts';
import { judgeEndpoint, judgeKey, type Verdict } from '../../../src/constructs/policy/rules/judge';
import { type Policy, parsePolicy } from '../../../src/constructs/policy/rules/policy';

const names = (...items: string[]): Names => ({ items: items.map(known), isComplete: true });
const some = (...items: string[]): Names => ({ ...names(...items), isComplete: false });
/** As many names, of which nobody knows any. */
const hidden = (...others: Possible<string>[]) => known({ items: others, isComplete: true });
const rotation = (afterDays: Possible<number | undefined>, hasTriggers: Possible<boolean> = known(false)) =>
  known({ afterDays, hasTriggers });
const absent = known(undefined);

const key = {
  scopes: known(names('alerts:read')),
  unrestricted: absent,
  rotation: rotation(known(90)),
  tenant: known('ten_1'),
  environment: known('test'),
};
const endpoint = {
  host: known('hooks.example.com'),
  events: known(names('alert.created')),
  hasStoredSecret: false,
};
const keyVerdict = (policy: Policy, facts: Partial<KeyFacts>) =>
  judgeKey(parsePolicy(policy), { ...key, ...facts });
const endpointVerdict = (policy: Policy, facts: Partial<EndpointFacts>) =>
  judgeEndpoint(parsePolicy(policy), { ...endpoint, ...facts });

type Answer = 'kept' | 'broken' | 'unknown';

const answerOf = ({ violations, unjudged }: Verdict): Answer =>
  violations.length > 0 ? 'broken' : unjudged.length > 0 ? 'unknown' : 'kept';

const [limited, scopes] = [{ forbidUnrestricted: true }, { allowedScopes: ['alerts:read', 'b:x'] }];
const denied = { deniedScopes: ['a:x', 'a:y'] };
const [tenants, sandbox] = [{ allowedTenants: ['ten_1', 'ten_2'] }, { forbidLive: true }];
const [rotated, aged] = [{ requireRotation: true }, { maxKeyAgeDays: 90 }];

it.each<[policy: Policy, what: string, facts: Partial<KeyFacts>, answer: Answer]>([
  [limited, 'a key with a scope', {}, 'kept'],
  [limited, 'a key that says it is restricted', { unrestricted: known(false) }, 'kept'],
  [limited, 'an unrestricted key', { unrestricted: known(true) }, 'broken'],
  [limited, 'a key without scopes', { scopes: absent }, 'broken'],
  [limited, 'an empty set of scopes', { scopes: known(names()) }, 'broken'],
  [limited, 'a key of which nobody knows', { unrestricted: unknown }, 'unknown'],
  [limited, 'unknown scopes, since the provider refuses none', { scopes: unknown }, 'kept'],
  [scopes, 'allowed scopes', { scopes: known(names('b:x', 'alerts:read')) }, 'kept'],
  [scopes, 'another scope', { scopes: known(names('alerts:read', 'a:x')) }, 'broken'],
  [scopes, 'no scopes', { scopes: absent }, 'broken'],
  [scopes, 'an empty set of scopes', { scopes: known(names()) }, 'broken'],
  [scopes, 'unknown scopes', { scopes: unknown }, 'unknown'],
  [scopes, 'an unknown scope beside an allowed one', { scopes: hidden(known('b:x'), unknown) }, 'unknown'],
  [scopes, 'allowed scopes among others', { scopes: known(some('b:x')) }, 'unknown'],
  [scopes, 'another scope among unknown ones', { scopes: known(some('a:x')) }, 'broken'],
  [{ allowedScopes: [] }, 'any scope', {}, 'broken'],
  [denied, 'other scopes', {}, 'kept'],
  [denied, 'a denied scope', { scopes: known(names('alerts:read', 'a:y')) }, 'broken'],
  [denied, 'no scopes', { scopes: absent }, 'broken'],
  [denied, 'an empty set of scopes', { scopes: known(names()) }, 'broken'],
  [{ ...denied, ...limited }, 'no scopes', { scopes: absent, unrestricted: known(false) }, 'broken'],
  [denied, 'unknown scopes', { scopes: unknown }, 'unknown'],
  [denied, 'an unknown scope beside another', { scopes: hidden(known('b:x'), unknown) }, 'unknown'],
  [denied, 'others among unknown ones', { scopes: known(some('b:x')) }, 'unknown'],
  [denied, 'a denied scope among unknown ones', { scopes: known(some('a:x')) }, 'broken'],
  [{ deniedScopes: [] }, 'an unlimited key', { scopes: absent }, 'kept'],
  [tenants, 'an allowed tenant', { tenant: known('ten_2') }, 'kept'],
  [tenants, 'another tenant', { tenant: known('ten_3') }, 'broken'],
  [tenants, 'a tenant that only begins alike', { tenant: known('ten_11') }, 'broken'],
  [tenants, 'an unknown tenant', { tenant: unknown }, 'unknown'],
  [{ allowedTenants: [] }, 'any tenant', {}, 'broken'],
  [sandbox, 'a key of the sandbox', {}, 'kept'],
  [sandbox, 'a live key', { environment: known('live') }, 'broken'],
  [sandbox, 'a key of another environment', { environment: known('staging') }, 'broken'],
  [sandbox, 'an unknown environment', { environment: unknown }, 'unknown'],
  [{ forbidLive: false }, 'a live key', { environment: known('live') }, 'kept'],
  [rotated, 'a rotation by age', {}, 'kept'],
  [rotated, 'a rotation by triggers', { rotation: rotation(absent, known(true)) }, 'kept'],
  [rotated, 'no rotation', { rotation: absent }, 'broken'],
  [rotated, 'a rotation without occasion', { rotation: rotation(absent) }, 'broken'],
  [rotated, 'an unknown rotation', { rotation: unknown }, 'unknown'],
  [rotated, 'an unknown age', { rotation: rotation(unknown) }, 'unknown'],
  [rotated, 'unknown triggers', { rotation: rotation(absent, unknown) }, 'unknown'],
  [rotated, 'an unknown age beside triggers', { rotation: rotation(unknown, known(true)) }, 'kept'],
  [aged, 'the largest age', {}, 'kept'],
  [aged, 'one day more', { rotation: rotation(known(91)) }, 'broken'],
  [aged, 'no rotation', { rotation: absent }, 'broken'],
  [aged, 'triggers alone', { rotation: rotation(absent, known(true)) }, 'broken'],
  [aged, 'an unknown age', { rotation: rotation(unknown) }, 'unknown'],
  [{}, 'the worst key', { scopes: absent, unrestricted: known(true) }, 'kept'],
  [{ forbidUnrestricted: false }, 'the worst key', { unrestricted: known(true) }, 'kept'],
])('%j of %s', (policy, _, facts, answer) => {
  expect(answerOf(keyVerdict(policy, facts))).toBe(answer);
});

const hosts = { allowedHosts: ['hooks.example.com', '*.example.org'] };
const events = { maxEvents: 2 };
const [two, three] = [names('a.b', 'c.d'), names('a.b', 'c.d', 'e.f')];

it.each<[policy: Policy, what: string, facts: Partial<EndpointFacts>, answer: Answer]>([
  [hosts, 'an allowed host', {}, 'kept'],
  [hosts, 'a name below an allowed one', { host: known('a.example.org') }, 'kept'],
  [hosts, 'a name two levels below', { host: known('b.a.example.org') }, 'kept'],
  [hosts, 'an empty name below an allowed one', { host: known('.example.org') }, 'broken'],
  [hosts, 'the name above a wildcard', { host: known('example.org') }, 'broken'],
  [hosts, 'a host that only ends alike', { host: known('evilexample.org') }, 'broken'],
  [hosts, 'a host below an exact one', { host: known('x.hooks.example.com') }, 'broken'],
  [hosts, 'an unknown host', { host: unknown }, 'unknown'],
  [{ requireWriteOnlySecrets: true }, 'an endpoint without secret', {}, 'kept'],
  [{ requireWriteOnlySecrets: true }, 'a stored secret', { hasStoredSecret: true }, 'broken'],
  [events, 'the largest number', { events: known(two) }, 'kept'],
  [events, 'no events', { events: absent }, 'kept'],
  [events, 'one twice, since it is a set', { events: known(names('a.b', 'c.d', 'a.b')) }, 'kept'],
  [events, 'one more', { events: known(three) }, 'broken'],
  [events, 'unknown types within the number', { events: hidden(unknown, unknown) }, 'kept'],
  [events, 'unknown types that may be equal', { events: hidden(unknown, unknown, unknown) }, 'unknown'],
  [events, 'too many and an unknown one', { events: hidden(...three.items, unknown) }, 'broken'],
  [events, 'the number and an unknown one', { events: hidden(...two.items, unknown) }, 'unknown'],
  [events, 'a set that may have more', { events: known(some('a.b')) }, 'unknown'],
  [events, 'a set that may have fewer', { events: known(some('a.b', 'c.d', 'e.f')) }, 'unknown'],
  [events, 'an unknown set', { events: unknown }, 'unknown'],
])('%j of %s', (policy, _, facts, answer) => {
  expect(answerOf(endpointVerdict(policy, facts))).toBe(answer);
});

it('a violation names its rule, its attribute, what is wrong and a remedy', () => {
  expect(keyVerdict({ maxKeyAgeDays: 30 }, {}).violations).toEqual([
    {
      rule: 'maxKeyAgeDays',
      attribute: 'rotation.after_days',
      found: 'The key is due after 90 days, and 30 are allowed.',
      remedy: 'Set rotation.after_days to 30 or less.',
    },
  ]);
});

it('a key that is unrestricted and has no scopes is told so once', () => {
  const { violations } = keyVerdict(limited, { scopes: absent, unrestricted: known(true) });
  expect(violations.map(({ found }) => found)).toEqual(['The key is unrestricted, so it may do everything.']);
});

it('a key without scopes breaks one rule of the two, so that one acceptance is enough', () => {
  const { violations } = keyVerdict({ ...limited, ...scopes }, { scopes: absent });
  expect(violations.map(({ rule }) => rule)).toEqual(['forbidUnrestricted']);
});

it('a text that is no scope is not repeated: it may be a secret', () => {
  const text = '5f3a9c0d1e2b5f3a';
  const { violations } = keyVerdict({ allowedScopes: [] }, { scopes: known(names('b:x', text, 'a:x')) });
  expect(violations[0]).toMatchObject({
    found: 'The key has scopes that are not allowed: "a:x", "b:x", one that is no scope (not shown).',
    remedy: 'The policy allows no scopes.',
  });
});
