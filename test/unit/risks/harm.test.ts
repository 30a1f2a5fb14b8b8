import { expect, it } from 'vitest';
import { harmOfDeletion, harmsOfUpdate } from '../../../src/risks/harm';
import { earlierIds, type HeldKeys } from '../../../src/risks/held-keys';
import { isNarrowed, type Reach, reachOf } from '../../../src/risks/reach';
import { quiet } from './said';

it.each<[what: string, held: HeldKeys, earlier: readonly string[]]>([
  ['one key', { id: 'key_2' }, []],
  ['a key with a previous one', { id: 'key_2', previous_id: 'key_1' }, ['key_1']],
  ['a key that could not be revoked', { id: 'key_2', unrevoked_ids: ['key_0'] }, ['key_0']],
  ['both', { id: 'key_2', previous_id: 'key_1', unrevoked_ids: ['key_0'] }, ['key_0', 'key_1']],
])('a deletion of %s revokes every key of the resource, the oldest first', (_, held, earlier) => {
  expect(earlierIds(held)).toEqual(earlier);
  expect(harmOfDeletion(held)).toEqual({ deed: 'revoke', ids: [...earlier, 'key_2'] });
});

const limited: Reach = { scopes: ['a:b', 'c:d'] };

it.each<[what: string, prior: Reach, planned: Reach, isNarrower: boolean]>([
  ['the same scopes', limited, { scopes: ['c:d', 'a:b'] }, false],
  ['one scope less', limited, { scopes: ['a:b'] }, true],
  ['another scope in its place', limited, { scopes: ['a:b', 'e:f'] }, true],
  ['one scope more', limited, { scopes: ['a:b', 'c:d', 'e:f'] }, false],
  ['no limits any more', limited, { unrestricted: true }, false],
  ['limits', { unrestricted: true }, limited, true],
  ['no limits, as before', { unrestricted: true }, { unrestricted: true }, false],
])('%s narrows a key: %s to %s is %s', (_, prior, planned, isNarrower) => {
  const unchanged = { ...quiet, revokes: ['key_1'] };
  const revoking = { deed: 'revoke', ids: ['key_1'] };
  const narrowing = { deed: 'narrow', ids: ['key_2'] };
  const held = { id: 'key_2', previous_id: 'key_1', ...prior };
  expect(isNarrowed(prior, planned)).toBe(isNarrower);
  expect(harmsOfUpdate(held, planned, unchanged)).toEqual(isNarrower ? [revoking, narrowing] : [revoking]);
  // Another key is issued with the planned scopes, and this one keeps its own.
  expect(harmsOfUpdate(held, planned, { ...unchanged, issues: true })).toEqual([revoking]);
});

it.each<[scopes: readonly string[], unrestricted: boolean | undefined, reach: Reach]>([
  [[], undefined, { unrestricted: true }],
  [[], false, { unrestricted: true }],
  [['a:b'], undefined, { scopes: ['a:b'] }],
  [['a:b'], true, { scopes: ['a:b'] }],
  [['a:b'], false, { scopes: ['a:b'], unrestricted: false }],
])('a record with scopes %j and unrestricted = %s may do %j', (scopes, unrestricted, reach) => {
  expect(reachOf(scopes, unrestricted)).toEqual(reach);
});
