import { describe, expect, it } from 'vitest';
import { findEarlier, rememberKey } from '../../../src/provider/api-keys/earlier-keys';
import { revokeAll, revokeEach } from '../../../src/provider/api-keys/revocation';
import { applyKeyChanges } from '../../../src/provider/api-keys/rotate';
import { fingerprintOf } from '../../../src/provider/connection/platform';
import type { KeyChanges } from '../../../src/risks/key-values';
import { answer } from '../../harness/a-sandbox';
import { quiet } from '../risks/said';
import { scene } from './creation-fixture';
import { notebook } from './notebook';

const names = ['oldest', 'previous', 'current'] as const;
type Name = (typeof names)[number];
const earlier = names.slice(0, 2);
const tenant = { tenant_id: 'ten_acme' };
const ends = '2026-01-03T00:00:00.000Z';

/** The keys of one resource: the current one, the previous one in its overlap, and one that could not be revoked. */
async function threeKeys(unavailable: readonly string[] = []) {
  const s = await scene();
  const { apiKeys, requests, faults } = s.controls;
  const others = new Set(apiKeys.all().map(({ id }) => id));
  const { platform } = await s.start({ unavailable });
  const [oldest, previous, current] = names.map(name => apiKeys.create({ name, ...tenant }));
  if (!oldest || !previous || !current) throw new Error('no keys');
  const ids = { oldest: oldest.id, previous: previous.id, current: current.id };
  const nameOf = (id: string) => names.find(name => ids[name] === id) ?? 'new';
  const notes = notebook();
  for (const each of [oldest, previous]) rememberKey(each, notes);
  const warnings: string[] = [];
  const warn = (summary: string) => warnings.push(summary.replace(/key_\w+/, nameOf));
  const held = { id: ids.current, key: current.key, previous_id: ids.previous, unrevoked_ids: [ids.oldest] };
  return {
    ids,
    nameOf,
    notes,
    warnings,
    held: { ...held, previous_expires_at: ends },
    context: { client: { ...platform, now: () => Date.parse('2026-01-05') }, notes, warn, warnOnce: warn },
    fingerprint: (name: Name) => fingerprintOf(apiKeys.stored(ids[name])?.key ?? ''),
    remembered: () => Object.keys(notes.all()).map(note => nameOf(note.replace('fingerprint ', ''))),
    left: () => apiKeys.all().flatMap(({ id }) => (others.has(id) ? [] : [nameOf(id)])),
    writes: () =>
      requests.all().flatMap(({ method, path }) => {
        if (method === 'POST') return ['issue'];
        return method === 'DELETE' ? [nameOf(path.replace(/.*\//, ''))] : [];
      }),
    faults,
    remove: (name: Name) => apiKeys.delete(ids[name]),
    refuse: (...refused: readonly Name[]) => {
      for (const name of refused)
        faults.add({ operation: 'apiKeys.delete', id: ids[name], effect: answer(403) });
    },
  };
}

describe('a revocation of several keys', () => {
  it.each<[string, Name | undefined, readonly Name[], readonly Name[], readonly Name[]]>([
    ['keeps the given order', undefined, [], names, []],
    ['goes on after failures', undefined, earlier, names, earlier],
    ['has the own current key last', 'current', [], names, []],
    ['has the own previous key last', 'previous', [], ['oldest', 'current', 'previous'], []],
    ['has the own oldest key last', 'oldest', earlier, ['previous', 'current', 'oldest'], earlier],
  ])('%s', async (_, own, refused, order, failed) => {
    const { context, held, ids, nameOf, fingerprint, writes, refuse, remembered } = await threeKeys();
    const isOwnKey = (print: string | undefined) => own !== undefined && print === fingerprint(own);
    const changed = { ...context, client: { ...context.client, isOwnKey } };
    refuse(...refused);
    const failures = await revokeEach(Object.values(ids), held, changed);
    expect(writes()).toEqual(order);
    expect([...failures.keys()].map(nameOf)).toEqual(failed);
    expect(remembered()).toEqual(failed);
  });

  it.each<[readonly Name[], readonly Name[], Name?]>([
    [names, names],
    [earlier, []],
    [earlier, earlier, 'current'],
    [['current'], ['current']],
    [['current', 'previous'], ['current']],
  ])('of which %j are unknown names %j: a revoked one proves the account', async (gone, said, refused) => {
    const { context, held, ids, remove, warnings, faults } = await threeKeys();
    for (const name of gone) remove(name);
    if (refused) faults.add({ id: ids[refused], method: 'DELETE', effect: answer(409) });
    await revokeAll(Object.values(ids), held, context).catch(() => {});
    expect(warnings).toEqual(said.map(name => `API key ${name} was not there`));
  });

  it('says that the credential does not see the tenant, if the list of tenants lacks it', async () => {
    const { context, held, ids, remove } = await threeKeys();
    remove('current');
    const details: string[] = [];
    const warn = (_: string, detail: string) => details.push(detail);
    await revokeAll([ids.current], { ...held, tenant_id: 'ten_other' }, { ...context, warn });
    expect(details.join()).toMatch(/another account.*does not see its tenant "ten_other"\.$/);
  });

  it('throws the first failure, after all the others were tried', async () => {
    const { context, held, ids, left, faults } = await threeKeys();
    for (const status of [409, 403]) faults.add({ operation: 'apiKeys.delete', effect: answer(status) });
    await expect(revokeAll(Object.values(ids), held, context)).rejects.toHaveProperty('kind', 'Conflict');
    expect(left()).toEqual(['oldest', 'previous']);
  });

  it('requests nothing where keys cannot be revoked, and names each', async () => {
    const { context, held, ids, writes, warnings, remembered } = await threeKeys(['apiKeys.delete']);
    await revokeAll(Object.values(ids), held, context);
    expect(writes()).toEqual([]);
    expect(warnings).toEqual(names.map(name => `API key ${name} is left behind`));
    expect(remembered()).toEqual([]);
  });
});

it.each<[string, readonly Name[], readonly Name[]]>([
  ['the previous one', ['oldest'], ['previous']],
  ['the oldest one', ['previous'], ['oldest']],
])('a refresh finds which earlier keys still work: %s', async (_, removed, working) => {
  const { context, held, ids, remove, remembered } = await threeKeys();
  for (const name of removed) remove(name);
  const hasPrevious = working.includes('previous');
  expect(await findEarlier(held, context)).toEqual({
    previous_id: hasPrevious ? ids.previous : undefined,
    previous_expires_at: hasPrevious ? ends : undefined,
    unrevoked_ids: working.includes('oldest') ? [ids.oldest] : undefined,
  });
  expect(remembered()).toEqual(working);
  const unrevoked = { id: 'key_next', unrevoked_ids: Object.values(ids) };
  const kept = [...working, 'current' as const].map(name => ids[name]);
  expect(await findEarlier(unrevoked, context)).toMatchObject({ unrevoked_ids: kept });
});

it('a refresh keeps an earlier key that the platform refuses to show and does not list, and says so', async () => {
  const { context, held, ids, faults, remove, warnings } = await threeKeys();
  for (const name of earlier) remove(name);
  faults.add({ operation: 'apiKeys.get', id: ids.previous, effect: answer(403) });
  const kept = { previous_id: ids.previous, unrevoked_ids: undefined };
  expect(await findEarlier(held, context)).toMatchObject(kept);
  expect(warnings).toEqual(['API key previous cannot be seen']);
});

it('an earlier key that is refused and in no list counts as revoked, with a warning, and the current one does not', async () => {
  const { context, held, ids, refuse, remove, warnings, nameOf } = await threeKeys();
  for (const name of names) remove(name);
  refuse(...names);
  const failures = await revokeEach(Object.values(ids), held, context);
  expect([...failures.keys()].map(nameOf)).toEqual(['current']);
  expect(warnings).toEqual(earlier.map(name => `API key ${name} cannot be seen`));
});

describe('an apply issues and revokes the keys of its plan', () => {
  const issue = { ...quiet, issues: true };
  const again = { ...issue, isGone: true };
  const overlap = '2026-01-12T00:00:00.000Z';

  it.each<[string, Partial<KeyChanges>, readonly Name[], readonly Name[], readonly unknown[]]>([
    ['a retry', quiet, ['oldest'], [], ['previous', ends, undefined]],
    ['the end of an overlap', quiet, ['oldest', 'previous'], [], [undefined, undefined, undefined]],
    ['a rotation', issue, ['oldest', 'previous'], [], ['current', overlap, undefined]],
    ['a rotation at once', issue, names, [], [undefined, undefined, undefined]],
    ['a rotation, and earlier keys stay', issue, earlier, earlier, ['current', overlap, earlier]],
    ['a rotation at once, the current key stays', issue, names, ['current'], ['current', overlap, undefined]],
    ['a key that is gone', again, ['oldest'], [], ['previous', ends, undefined]],
    ['a key that is gone, after the overlap', again, earlier, [], [undefined, undefined, undefined]],
    ['so, the previous key stays', again, ['previous'], ['previous'], [undefined, undefined, ['previous']]],
  ])('%s', async (_, changes, revokes, refused, expected) => {
    const { context, held, ids, nameOf, writes, remembered, refuse, warnings } = await threeKeys();
    refuse(...refused);
    const planned = { ...quiet, ...changes, revokes: revokes.map(name => ids[name]) };
    const wanted = { name: 'wanted', ...tenant, rotation: { overlap_days: 7 } };
    const made = await applyKeyChanges(held, wanted, planned, context);
    const { previous_id, previous_expires_at, unrevoked_ids } = made;
    const shown = [previous_id && nameOf(previous_id), previous_expires_at, unrevoked_ids?.map(nameOf)];
    expect(shown).toEqual(expected);
    expect(writes()).toEqual([...(planned.issues ? ['issue'] : []), ...revokes]);
    expect(warnings).toEqual(refused.map(name => `API key ${name} is not revoked yet`));
    const known: readonly string[] = planned.issues && !planned.isGone ? names : earlier;
    const stays = (name: Name) => refused.includes(name) || !revokes.includes(name);
    expect(remembered()).toEqual(names.filter(name => known.includes(name) && stays(name)));
  });

  it('an issue that fails revokes nothing', async () => {
    const { context, held, ids, faults, left } = await threeKeys();
    faults.add({ method: 'POST', effect: answer(403) });
    const changes = { ...issue, revokes: Object.values(ids) };
    await expect(applyKeyChanges(held, { name: 'wanted', ...tenant }, changes, context)).rejects.toThrow();
    expect(left()).toEqual(names);
  });
});
