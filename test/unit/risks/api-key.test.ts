import { expect, it } from 'vitest';
import {
  changedKey,
  importedKey,
  issuedKey,
  removedKey,
  renamedKey,
  replacedKey,
  tenantFindings,
} from '../../../src/risks/api-key';
import type { Finding, Stays } from '../../../src/risks/finding';
import type { HeldKeys } from '../../../src/risks/held-keys';
import { rotationFindings } from '../../../src/risks/key-values';
import { type Reach, reachFindings, reachOfNextValue } from '../../../src/risks/reach';
import { except, quiet, said } from './said';

const limited: Reach = { scopes: ['a:b', 'c:d'] };
const unlimited: Reach = { unrestricted: true };
const key = { id: 'key_2' };
const overlapping = { id: 'key_2', previous_id: 'key_1' };
const rotates = { ...quiet, issues: true };
const [abrupt, ending] = [{ ...rotates, revokes: ['key_2'] }, { revokes: ['key_1'] }];
const becomes = 'unrestricted-key! becomes unrestricted';
const opens = `${becomes}, with its next value`;
const asBefore = 'no risk is issued with a:b, c:d';
const open = 'unrestricted-key is issued without limits';
const mayBeOpen = 'unrestricted-key! may be issued without limits';
const unclear = 'key-issued is issued with unknown scopes';
const issue = 'key-issued is issued with';
const anew = 'key-rotated! is replaced by another key, under another id';
const stayed = 'key-rotated! is replaced by another key, and the former one goes on working';
const goesOn = 'unrestricted-key goes on working without limits, and no plan shows it any more';
const left = 'object-forgotten leaves the state, and goes on working with a:b, c:d';
const [mayLeave, mayGoOn] = [left.replace('goes', 'may go'), goesOn.replace('goes', 'may go')];
const perhaps = { stays: 'unknown' } as const;
const toB = 'key-renamed! is renamed to b';
const [dead, deadNow] = ['key-revoked is revoked at once', 'key-revoked! is revoked at once'];
const goesOnRotated = 'key-rotated! is rotated, and its present value goes on working';
const again = 'key-rotated! is issued again, because it is gone from the platform';
const may = 'key-rotated! may be rotated: that is known after apply';
const [kept, stays] = [{ stays: false }, { stays: true }];
const ends = 'no risk loses an earlier value, key_1, because';
const ended = `${ends} its overlap has ended`;
const losesPresent = 'key-revoked loses its present value when the next one is issued';
const losesEarly = 'key-revoked! loses its previous value, key_1, before its overlap has ended';
const getNew =
  'Its holders have to get the new value before the overlap ends. Until then, the previous key keeps its name and scopes.';
const afterApply = (name: string) => `The value of ${name} is known after apply. Check where it comes from.`;
const undecided = `Without overlap, applying revokes the present value at once. ${afterApply('rotation')}`;
const withEarlier = 'Its holders then fail. Earlier values that still work are revoked with it: 2.';
const revokeLater =
  'The former key leaves the state. Revoke it on the platform when its holders have the new one.';
const byHand =
  'Its holders have to get the new value. The previous key works until somebody revokes it by hand.';
const checkHolders = 'Every holder of this key may then do more. Check that all holders should.';
const due = { age: 31, afterDays: 30 };
const dueAt31 = 'It is at least 31 days old, and after_days is 30.';
const all = except();
const other: Reach = { scopes: ['a:b', 'e:f'] };
const issued = (reach: object, ...unknown: readonly string[]) => issuedKey(reach, except(...unknown));
const reaches = (next: Reach, ...unknown: readonly string[]) =>
  reachFindings(limited, next, except(...unknown));
const renamed = (name: string | undefined, hasNextValue = false) =>
  renamedKey({ name: 'a' }, { name }, except(name ?? 'name'), hasNextValue);
const bound = (tenant_id: string | undefined) =>
  tenantFindings({ tenant_id: 'ten_a' }, { tenant_id }, except(tenant_id ?? 'tenant_id'));
const nextReach = (prior: Reach, next: Reach) => reachOfNextValue(reachFindings(prior, next, all));
const replaced = (fate: object, planned = limited, prior = limited) =>
  replacedKey({ ...key, ...prior }, planned, all, { ...kept, ...fate });
const rotated = (changes: object, held = key, mayRotate = false, cannotRevoke = false) =>
  rotationFindings(held, { ...quiet, ...changes, mayRotate }, cannotRevoke);
const changed = (held: HeldKeys, changes: object, fate: Stays = true) =>
  changedKey({ ...held, ...limited }, limited, all, { ...quiet, ...changes }, fate);
const removed = (held: HeldKeys & Reach, { stays: fate }: { stays: Stays }) => removedKey(held, fate);

it.for<[what: string, findings: readonly Finding[], ...expected: string[]]>([
  ['a new key', issued(limited), `${issue} a:b, c:d`],
  ['a new key of a tenant', issued({ scopes: ['a:b'], tenant_id: 't' }), `${issue} a:b for tenant t`],
  ['a new key without limits', issued(unlimited), 'unrestricted-key! is issued without limits'],
  ['a new key of which nothing is known', issued({}, 'scopes', 'unrestricted'), mayBeOpen, unclear],
  ['a new key of whose scopes one is known', issued({ scopes: ['a:b'] }, 'scopes'), unclear],
  ['a new key without scopes', issued({}), unclear],
  ['the same name', renamed('a')],
  ['another name', renamed('b'), `${toB}; its value goes on working`],
  ['another name of the next value', renamed('b', true), `${toB}, with its next value`],
  ['an unknown name', renamed(undefined), 'key-renamed may be renamed'],
  ['the same scopes', reaches({ scopes: ['c:d', 'a:b'] })],
  ['a scope that comes, and one that goes', reaches(other), 'widened-scope! gains e:f', 'no risk loses c:d'],
  ['scopes of the next key', nextReach(limited, other), 'widened-scope! gains e:f, with its next value'],
  ['limits of the next key', nextReach(unlimited, limited)],
  ['no limits any more', reaches(unlimited), becomes],
  ['no limits, as before', reachFindings(unlimited, unlimited, all)],
  ['limits', reachFindings(unlimited, limited, all), 'no risk is limited to a:b, c:d'],
  ['unknown limits', reachFindings(unlimited, limited, except('scopes'))],
  ['unknown scopes', reaches({}, 'scopes'), 'widened-scope! may gain scopes'],
  ['scopes known in part', reaches(other, 'scopes'), 'widened-scope! gains e:f, and may gain more scopes'],
  ['an unknown unrestricted', reaches(limited, 'unrestricted'), 'unrestricted-key! may become unrestricted'],
  ['a replacement', replaced({}), anew, dead, asBefore],
  ['one that loses its limits, where the former key stays', replaced(stays, unlimited), stayed, left, opens],
  [
    'one without limits, as before, where it stays',
    replaced(stays, unlimited, unlimited),
    stayed,
    goesOn,
    open,
  ],
  ['the same tenant', bound('ten_a')],
  ['another tenant', bound('ten_b'), 'tenant-changed is bound to another tenant: ten_b'],
  ['an unknown tenant', bound(undefined), 'tenant-changed may be bound to another tenant'],
  ['an import', importedKey(limited), 'key-imported is imported with a:b, c:d'],
  [
    'an import, as grave as an issue',
    importedKey(limited).map(({ severity = 'low' }) => ({ words: [severity] })),
    'no risk high',
  ],
  ['an import without limits', importedKey(unlimited), 'unrestricted-key! is imported without limits'],
  ['a removal of a key without limits that stays', removed({ ...key, ...unlimited }, stays), goesOn],
  ['no limits, of a key whose scopes are not shown', reachFindings({}, unlimited, all), becomes],
  ['a removal', removed(key, kept), deadNow],
  ['a removal of a key that stays', removed({ ...key, ...limited }, stays), left],
  ['a removal of a key that may stay', removed({ ...key, ...limited }, perhaps), deadNow, mayLeave],
  ['one of a key without limits', removed({ ...key, ...unlimited }, perhaps), deadNow, mayGoOn],
  ['a replacement whose former key may stay', replaced(perhaps), anew, dead, mayLeave, asBefore],
  ['the end of an overlap where none can be revoked', changed(overlapping, ending), left],
  ['the same where no plan tells that', changed(overlapping, ending, 'unknown'), ended, mayLeave],
  ['an update without another value', rotated({})],
  ['an update in an overlap', rotated({}, overlapping)],
  ['a rotation with overlap', rotated(rotates), goesOnRotated],
  ['a rotation without overlap', rotated(abrupt), 'key-rotated! is rotated without overlap', losesPresent],
  ['a rotation without overlap where none can be revoked', rotated(abrupt, key, false, true), goesOnRotated],
  [
    'a rotation within the overlap, beside a key that could not be revoked',
    rotated({ ...rotates, revokes: ['key_0', 'key_1'], endsEarly: true }, overlapping),
    goesOnRotated,
    'no risk loses an earlier value, key_0, because the platform refused an earlier request',
    losesEarly,
  ],
  ['the end of an overlap', rotated(ending, overlapping), ended],
  ['an earlier key that was not revoked', rotated(ending), `${ends} the platform refused an earlier request`],
  ['a key that is gone', rotated({ ...rotates, isGone: true }), again],
  ['an unknown rotation', rotated({}, key, true), may],
  ['an unknown rotation within an overlap', rotated({}, overlapping, true), may, losesEarly],
  ['an unknown rotation after one', rotated(ending, overlapping, true), may, ended],
])('%s', ([, findings, ...expected]) => {
  expect(said(findings)).toEqual(expected);
});

it.each<[what: string, findings: readonly Finding[], detail: string]>([
  ['a removal', removed(key, kept), 'Its holders then fail.'],
  ['a removal in an overlap', removed({ ...overlapping, unrevoked_ids: ['key_0'] }, kept), withEarlier],
  [
    'a replacement',
    replaced({ why: 'Its tenant_id changes.' }),
    'Its tenant_id changes. Applying revokes the current value at once. Its holders fail until they have the new value.',
  ],
  ['a replacement whose former key stays', replaced(stays), revokeLater],
  [
    'a rotation by age',
    rotated({ ...rotates, due, overlapDays: 7 }),
    `${dueAt31} Its present value works for overlap_days (7) after the apply. ${getNew}`,
  ],
  ['an unknown rotation', rotated({}, key, true), undecided],
  ['an unknown rotation without overlap', rotated({ overlapDays: 0 }, key, true), undecided],
  [
    'an unknown rotation of a due key, whose overlap is known',
    rotated({ due, overlapDays: 7 }, key, true),
    `${dueAt31} If it is rotated, its present value works for overlap_days (7) after the apply. ${afterApply('rotation')}`,
  ],
  ['a rotation where no key is revoked', rotated({ ...rotates, overlapDays: 7 }, key, false, true), byHand],
  ['a scope that comes', reaches({ scopes: ['a:b', 'c:d', 'e:f'] }), checkHolders],
  ['unknown scopes', reaches({}, 'scopes'), afterApply('scopes')],
])('%s says what follows', (_, [first], detail) => {
  expect(first?.detail).toBe(detail);
});

it.each<[reach: Reach, unknown: readonly string[], severity: string | undefined]>([
  [{ scopes: ['alerts:read', 'tenants:read'] }, [], 'low'],
  [{ scopes: ['alerts:read', 'tenants:write'] }, [], 'high'],
  [{ scopes: ['alerts:read', 'identity:read'] }, [], 'medium'],
  [{ scopes: ['compliance:read'] }, [], 'medium'],
  [{ scopes: ['incident:read'] }, [], 'medium'],
  [{ scopes: ['identity:read', 'incident:respond'] }, [], 'high'],
  [{ scopes: ['webhooks:manage'] }, [], 'high'],
  [{ scopes: ['alerts:read'] }, ['scopes'], 'high'],
  [{}, [], 'high'],
])('a key is graded by its reach, new or forgotten: %j without %j is %s', (reach, unknown, severity) => {
  expect(issuedKey(reach, except(...unknown))).toMatchObject([{ risk: 'key-issued', severity }]);
  const [forgotten] = removed({ ...key, ...reach }, stays);
  if (unknown.length === 0) expect(forgotten?.severity).toBe(severity === 'high' ? 'high' : 'medium');
});
