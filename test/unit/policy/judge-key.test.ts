import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyFacts, known, unknown } from '../../../src/policy/facts';
import { judgeKey } from '../../../src/policy/judge';
import { parsePolicy } from '../../../src/policy/parse-policy';
import type { Policy } from '../../../src/policy/policy';
import { aKey, either, names, perhaps, rotation } from './facts-of';
import { findingsOf, perhapsOne } from './findings-of';

const unrestricted = 'The key is unrestricted, so it may do everything.';
const withoutScopes = 'The key has no scopes, so it may do everything.';
const partlyKnown = known({ items: [known('alerts:read'), unknown], isComplete: true });

describe.each<
  [rule: string, policy: Policy, rows: [what: string, facts: Partial<KeyFacts>, answer: string][]]
>([
  [
    'forbidUnrestricted',
    { forbidUnrestricted: true },
    [
      ['a key with a scope', {}, 'kept'],
      ['a key that says it is restricted', { unrestricted: known(false) }, 'kept'],
      ['an unrestricted key', { scopes: known(undefined), unrestricted: known(true) }, unrestricted],
      ['an unrestricted key with scopes', { unrestricted: known(true) }, unrestricted],
      ['a key without scopes', { scopes: known(undefined) }, withoutScopes],
      ['a key with an empty set of scopes', { scopes: known(names()) }, withoutScopes],
      [
        'a key that is unrestricted in one case',
        { unrestricted: either(false, true) },
        unrestricted + perhapsOne,
      ],
      [
        'a key that can be unrestricted by a default',
        { unrestricted: perhaps(true) },
        unrestricted + perhapsOne,
      ],
      ['a key of which nobody knows', { unrestricted: unknown }, 'unknown'],
      ['a default that restricts', { unrestricted: perhaps(false) }, 'unknown'],
      ['unknown scopes, since the provider refuses none', { scopes: unknown }, 'kept'],
    ],
  ],
  [
    'allowedScopes',
    { allowedScopes: ['alerts:read', 'tenants:read'] },
    [
      ['allowed scopes', { scopes: known(names('tenants:read', 'alerts:read')) }, 'kept'],
      [
        'another scope',
        { scopes: known(names('alerts:read', 'alerts:write')) },
        'The key has a scope that is not allowed: "alerts:write".',
      ],
      [
        'two other scopes, one of them twice',
        { scopes: known(names('b:x', 'a:x', 'b:x')) },
        'The key has scopes that are not allowed: "a:x", "b:x".',
      ],
      [
        'a scope in another case',
        { scopes: known(names('Alerts:read')) },
        'The key has a scope that is not allowed: one that is no scope (not shown).',
      ],
      [
        'no scopes',
        { scopes: known(undefined) },
        'The key has no scopes, so it has those that are not allowed, too.',
      ],
      ['unknown scopes', { scopes: unknown }, 'unknown'],
      ['an unknown scope beside an allowed one', { scopes: partlyKnown }, 'unknown'],
      [
        'allowed scopes among others',
        { scopes: known({ ...names('alerts:read'), isComplete: false }) },
        'unknown',
      ],
      [
        'another scope among unknown ones',
        { scopes: known({ ...names('a:x'), isComplete: false }) },
        'The key has a scope that is not allowed: "a:x".',
      ],
      [
        'another scope in one case',
        { scopes: either(names('alerts:read'), names('a:x')) },
        `The key has a scope that is not allowed: "a:x".${perhapsOne}`,
      ],
      ['an allowed default', { scopes: perhaps(names('alerts:read')) }, 'unknown'],
    ],
  ],
  [
    'allowedScopes, of which there are none',
    { allowedScopes: [] },
    [['any scope', {}, 'The key has a scope that is not allowed: "alerts:read".']],
  ],
  [
    'allowedScopes with forbidUnrestricted',
    { allowedScopes: ['alerts:read'], forbidUnrestricted: true },
    [['a key without scopes is reported once', { scopes: known(undefined) }, withoutScopes]],
  ],
  [
    'requireRotation',
    { requireRotation: true },
    [
      ['a rotation by age', {}, 'kept'],
      ['a rotation by triggers', { rotation: rotation(undefined, true) }, 'kept'],
      ['no rotation', { rotation: known(undefined) }, 'The key is never rotated.'],
      ['a rotation without occasion', { rotation: rotation(undefined) }, 'The rotation has no occasion.'],
      ['an unknown rotation', { rotation: unknown }, 'unknown'],
      ['a rotation in one case', { rotation: perhaps(undefined) }, `The key is never rotated.${perhapsOne}`],
      ['an unknown age', { rotation: known({ afterDays: unknown, hasTriggers: known(false) }) }, 'unknown'],
      [
        'unknown triggers',
        { rotation: known({ afterDays: known(undefined), hasTriggers: unknown }) },
        'unknown',
      ],
      [
        'an unknown age beside triggers',
        { rotation: known({ afterDays: unknown, hasTriggers: known(true) }) },
        'kept',
      ],
    ],
  ],
  [
    'maxKeyAgeDays',
    { maxKeyAgeDays: 90 },
    [
      ['the largest age', { rotation: rotation(90) }, 'kept'],
      ['one day more', { rotation: rotation(91) }, 'The key is due after 91 days, and 90 are allowed.'],
      ['no rotation', { rotation: known(undefined) }, 'The key is never rotated.'],
      ['triggers alone', { rotation: rotation(undefined, true) }, 'The key is never due by its age.'],
      ['an unknown age', { rotation: known({ afterDays: unknown, hasTriggers: known(false) }) }, 'unknown'],
      [
        'a default that is too large',
        { rotation: known({ afterDays: perhaps(365), hasTriggers: known(false) }) },
        `The key is due after 365 days, and 90 are allowed.${perhapsOne}`,
      ],
    ],
  ],
  [
    'maxKeyAgeDays with requireRotation',
    { maxKeyAgeDays: 90, requireRotation: true },
    [
      ['a missing rotation is reported once', { rotation: known(undefined) }, 'The key is never rotated.'],
      [
        'a missing occasion is reported once',
        { rotation: rotation(undefined) },
        'The rotation has no occasion.',
      ],
      ['triggers are no age', { rotation: rotation(undefined, true) }, 'The key is never due by its age.'],
    ],
  ],
  ['no rule', {}, [['the worst key', { scopes: known(undefined), unrestricted: known(true) }, 'kept']]],
  [
    'a rule that is false',
    { forbidUnrestricted: false, requireRotation: false },
    [['the worst key', { unrestricted: known(true), rotation: known(undefined) }, 'kept']],
  ],
])('%s', (_, policy, rows) => {
  it.each(rows)('%s', (_what, facts, expected) => {
    expect(findingsOf(judgeKey(parsePolicy(policy), aKey(facts)))).toBe(expected);
  });
});

it('a violation names its rule, its attribute and a remedy', () => {
  const { violations } = judgeKey(parsePolicy({ maxKeyAgeDays: 30 }), aKey());
  expect(violations).toEqual([
    {
      rule: 'maxKeyAgeDays',
      attribute: 'rotation.after_days',
      found: 'The key is due after 90 days, and 30 are allowed.',
      remedy: 'Set rotation.after_days to 30 or less.',
    },
  ]);
});

it('a text that is no scope is not repeated: it may be a secret', () => {
  const text = randomBytes(16).toString('hex');
  const { violations } = judgeKey(parsePolicy({ allowedScopes: [] }), aKey({ scopes: known(names(text)) }));
  expect(violations).toHaveLength(1);
  expect(JSON.stringify(violations)).not.toContain(text);
});
