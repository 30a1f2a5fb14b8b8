import { describe, expect, it } from 'vitest';
import { type EndpointFacts, known, unknown } from '../../../src/policy/facts';
import { judgeEndpoint } from '../../../src/policy/judge';
import { parsePolicy } from '../../../src/policy/parse-policy';
import type { Policy } from '../../../src/policy/policy';
import { anEndpoint, names, perhaps } from './facts-of';
import { findingsOf, perhapsOne } from './findings-of';

describe.each<
  [rule: string, policy: Policy, rows: [what: string, facts: Partial<EndpointFacts>, answer: string][]]
>([
  [
    'allowedHosts',
    { allowedHosts: ['hooks.example.com', '*.example.org'] },
    [
      ['an allowed host', {}, 'kept'],
      ['a name below an allowed one', { host: known('a.example.org') }, 'kept'],
      ['a name two levels below', { host: known('b.a.example.org') }, 'kept'],
      [
        'an empty name below an allowed one',
        { host: known('.example.org') },
        'The host .example.org is not allowed.',
      ],
      ['the name above a wildcard', { host: known('example.org') }, 'The host example.org is not allowed.'],
      [
        'a host that only ends alike',
        { host: known('evilexample.org') },
        'The host evilexample.org is not allowed.',
      ],
      [
        'a host below an exact one',
        { host: known('x.hooks.example.com') },
        'The host x.hooks.example.com is not allowed.',
      ],
      ['an unknown host', { host: unknown }, 'unknown'],
      ['an allowed default', { host: perhaps('hooks.example.com') }, 'unknown'],
      [
        'another default',
        { host: perhaps('evil.example') },
        `The host evil.example is not allowed.${perhapsOne}`,
      ],
    ],
  ],
  [
    'requireWriteOnlySecrets',
    { requireWriteOnlySecrets: true },
    [
      ['an endpoint without secret', {}, 'kept'],
      [
        'an endpoint with a stored one',
        { hasStoredSecret: true },
        'The signing secret is given by secret, so saved plans and the state hold it.',
      ],
    ],
  ],
  [
    'maxEvents',
    { maxEvents: 2 },
    [
      ['the largest number', { events: known(names('a.b', 'c.d')) }, 'kept'],
      ['one twice, since it is a set', { events: known(names('a.b', 'c.d', 'a.b')) }, 'kept'],
      [
        'one more',
        { events: known(names('a.b', 'c.d', 'e.f')) },
        'The endpoint subscribes to 3 event types, and 2 are allowed.',
      ],
      [
        'unknown types within the number',
        { events: known({ items: [unknown, unknown], isComplete: true }) },
        'kept',
      ],
      [
        'unknown types that may be equal',
        { events: known({ items: [unknown, unknown, unknown], isComplete: true }) },
        'unknown',
      ],
      [
        'too many beside an unknown one',
        { events: known({ items: [...names('a.b', 'c.d', 'e.f').items, unknown], isComplete: true }) },
        'The endpoint subscribes to 3 event types, and 2 are allowed.',
      ],
      ['a set that may have more', { events: known({ ...names('a.b'), isComplete: false }) }, 'unknown'],
      [
        'a set that may have fewer',
        { events: known({ ...names('a.b', 'c.d', 'e.f'), isComplete: false }) },
        'unknown',
      ],
      ['an unknown set', { events: unknown }, 'unknown'],
    ],
  ],
])('%s', (_, policy, rows) => {
  it.each(rows)('%s', (_what, facts, expected) => {
    expect(findingsOf(judgeEndpoint(parsePolicy(policy), anEndpoint(facts)))).toBe(expected);
  });
});
