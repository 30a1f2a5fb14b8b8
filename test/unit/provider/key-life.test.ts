import { describe, expect, it } from 'vitest';
import type { RawObject } from '../../../src/plugin/values/raw';
import { answer, aSandbox } from '../../harness/a-sandbox';
import { created, key, lacking, like, ManagedObject, processFor, sandboxOfTest } from './managed-object';

const unlimited = { ...key, scopes: null, unrestricted: true };
const rotation = (release: string, overlap_days: number) => ({ overlap_days, triggers: { release } });
const fiveDays = 5 * 86_400_000;
const sandboxFiveDaysAgo = () => aSandbox({ clock: () => Date.now() - fiveDays });

describe('a key', () => {
  it('is named when its block leaves, and not by a destroy run, in which all keys go', async () => {
    const { object } = await created('svc_api_key');
    expect((await object.plan(undefined)).said).toEqual(like(/is revoked at once: Its holders then fail/));
    await object.refresh('destroy');
    expect((await object.plan(undefined)).said).toEqual([]);
  });

  it('whose scopes were cleared and are ignored is neither rotated nor changed, unless it says unrestricted = true', async () => {
    const { object, values, controls } = await created('svc_api_key', { rotation: rotation('1', 7) });
    controls.apiKeys.update(object.id, { scopes: [] });
    await object.refresh();
    const ignoring = { ...values, scopes: null };
    for (const wanted of [
      ignoring,
      { ...ignoring, rotation: rotation('2', 7) },
      { ...ignoring, unrestricted: false },
    ])
      expect((await object.plan(wanted)).said).toEqual(
        like(/^Key without scopes: .*ignore_changes.*unrestricted/),
      );
    const meant = await object.plan({ ...ignoring, unrestricted: true });
    expect(meant.said).not.toContainEqual(expect.stringContaining('Key without scopes'));
  });

  it('without limits is asked for by a GET where the list shows scopes', async () => {
    const { object, controls } = await created('svc_api_key', unlimited);
    const data = controls.apiKeys.all().map(each => ({ ...each, scopes: key.scopes }));
    const effect = answer(200, { data, next_cursor: null });
    controls.faults.add({ operation: 'apiKeys.list', times: Number.POSITIVE_INFINITY, effect });
    const asked = { scopes: null, unrestricted: true };
    expect(await object.readAtOnce(3)).toMatchObject([asked, asked, asked]);
    expect(controls.requests.count('apiKeys.list')).toBeGreaterThan(0);
  });

  it('that is answered with no scopes is said to be unrestricted, and is stored as configured', async () => {
    const sandbox = await sandboxOfTest();
    const effect = answer(201, { id: 'key_9', key: 'svc_test_1', scopes: [] });
    sandbox.controls.faults.add({ operation: 'apiKeys.create', effect });
    const object = new ManagedObject(sandbox, 'svc_api_key');
    expect(await object.apply(key)).toEqual(like(/^API key key_9 was answered .*: scopes: .*unrestricted/));
    expect(object.state).toMatchObject({ scopes: key.scopes });
  });

  it('of another tenant is replaced, which tells why, and what stays where no key can be revoked', async () => {
    for (const [more, left] of [
      [{}, []],
      [lacking('apiKeys.delete'), like(/is left behind/)],
    ] as const) {
      const { object, values } = await created('svc_api_key', {}, more);
      const { said, replaces } = await object.plan({ ...values, tenant_id: 'ten_globex' });
      expect(said).toEqual([...like(/is replaced.*bound to one tenant, and tenant_id changes/s), ...left]);
      expect(replaces).toEqual(['tenant_id']);
    }
  });

  it('that rotates at once, or leaves, where none can be revoked is said to stay, and so is the one before it', async () => {
    const changes = { rotation: rotation('1', 7) };
    const { object, values } = await created('svc_api_key', changes, lacking('apiKeys.delete'));
    await object.apply({ ...values, rotation: rotation('2', 7) });
    const others = ['key_a', 'key_b', 'key_c'];
    object.state = { ...object.state, unrevoked_ids: others };
    const ids = [...others, object.state['previous_id'], object.id];
    const left = ids.map(id => expect.stringMatching(`^API key ${id} is left behind`));
    for (const wanted of [{ ...values, rotation: rotation('3', 0) }, undefined])
      expect((await object.plan(wanted)).said).toEqual(expect.arrayContaining(left));
  });

  it('that an apply makes due by a lower after_days is said to be, and rotates with the next plan without a refresh', async () => {
    const object = new ManagedObject(await sandboxFiveDaysAgo(), 'svc_api_key');
    await object.apply({ ...key, rotation: { after_days: 60, overlap_days: 7 } });
    object.state = { ...object.state, created_at: new Date(Date.now() - 45.5 * 86_400_000).toISOString() };
    const lowered = { ...key, rotation: { after_days: 30, overlap_days: 7 } };
    expect(await object.apply(lowered)).toEqual(like(/is due: It is 40 days old, and .*after_days is 30/));
    expect((await object.plan(lowered)).said).toEqual(like(/is rotated/));
  });

  it('that others revoke while the previous one works is issued again in place, and not updated', async () => {
    const changes = { rotation: rotation('1', 7) };
    const { object, values, controls } = await created('svc_api_key', changes, lacking('apiKeys.update'));
    const previous = object.id;
    const rotated = { ...values, rotation: rotation('2', 7) };
    await object.apply(rotated);
    await controls.clock.advance(61_000);
    const gone = object.id;
    const data = controls.apiKeys.all().filter(({ id }) => id !== gone);
    controls.faults.add({ operation: 'apiKeys.list', effect: answer(200, { data, next_cursor: null }) });
    controls.faults.add({ operation: 'apiKeys.get', effect: answer(404) });
    await object.refresh();
    controls.faults.clear();
    await object.refresh();
    await object.apply(rotated);
    expect(object.id, 'it was not shown for a while').toBe(gone);
    controls.apiKeys.delete(gone);
    expect(await object.refresh()).toEqual([]);
    controls.requests.clear();
    const issued = await object.plan({ ...rotated, name: 'other' });
    expect(issued).toMatchObject({ said: like(/renamed to other, with/, /is issued again/), replaces: [] });
    expect(await object.apply({ ...rotated, name: 'other' })).toEqual([]);
    expect(object.state).toMatchObject({ previous_id: previous, name: 'other' });
    expect(controls.requests.count('apiKeys.update')).toBe(0);
    expect(Buffer.from(object.notes ?? []).toString()).not.toContain('current_gone');
    // The key is there again.
    expect((await object.plan({ ...rotated, name: 'other' })).said).toEqual([]);
    await controls.clock.advance(61_000);
    for (const id of [previous, object.id]) controls.apiKeys.delete(id);
    await object.refresh();
    expect(object.state, 'with both values gone').toBeNull();
  });
});

it('a plan that adds a rotation says that it rotates nothing; one that issues a key, too, does not', async () => {
  const { object, values } = await created('svc_api_key', {});
  const added = { ...values, rotation: rotation('1', 7) };
  expect((await object.plan(added)).said).toEqual(like(/rotates nothing yet: .*key_\w+.*-replace/));
  expect((await object.plan({ ...added, tenant_id: 'ten_globex' })).said).toEqual(like(/is replaced/));
});

it('the time of the platform, by which keys are due and overlaps end, is not that of the machine, and goes on after its last answer', async () => {
  const sandbox = await sandboxFiveDaysAgo();
  const { client } = await processFor(sandbox, {});
  const before = client?.now() ?? Number.NaN;
  expect(Math.abs(before - (Date.now() - fiveDays))).toBeLessThan(5000);
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(client?.now()).toBeGreaterThan(before + 10);
  const object = new ManagedObject(sandbox, 'svc_api_key');
  for (const release of ['1', '2', '2']) await object.apply({ ...key, rotation: rotation(release, 3) });
  await object.refresh();
  await object.apply({ ...key, rotation: rotation('2', 3) });
  expect(sandbox.controls.apiKeys.all(), 'the previous one works').toHaveLength(2);
});

describe('a plan that harms the key of the provider', () => {
  const locked = like(/^Plan locks the provider out: .*SVC_API_KEY.*allow_self_revoke/);

  async function own(settings: RawObject = {}) {
    const changes = { ...unlimited, rotation: rotation('1', 0) };
    const { object, values, controls } = await created('svc_api_key', changes);
    object.settings = { api_key: object.state?.['key'] ?? null, ...settings };
    expect(await object.refresh()).toEqual([]);
    return { object, values, controls };
  }

  it('is an error for each harm, and for no other change', async () => {
    const { object, values } = await own();
    const harms = [undefined, { ...values, ...key }, { ...values, rotation: rotation('2', 0) }];
    for (const harm of harms) expect((await object.plan(harm)).said).toEqual(expect.arrayContaining(locked));
    await object.refresh();
    const moved = await object.plan({ ...values, tenant_id: 'ten_globex' });
    expect(moved.said).toEqual(expect.arrayContaining(locked));
    expect((await object.plan(values)).said).toEqual([]);
    const renamed = await object.plan({ ...values, name: 'other' });
    expect(renamed.said).toEqual(like(/is renamed to other; its value goes on working/));
    const { said: ofLong } = await object.plan({ ...values, name: 'n'.repeat(10_000) });
    expect(ofLong).toEqual(like(/ is renamed to n{200}…; its value goes on working/));
    const rotated = await object.plan({ ...values, rotation: rotation('2', 1) });
    expect(rotated.said).toEqual(like(/is rotated.*works for overlap_days \(1\) after the apply/));
  });

  it('is an error of the apply where no plan shows it, and of the second plan of a replacement', async () => {
    const { object, values, controls } = await own();
    for (const harm of [undefined, { ...values, ...key, unrestricted: null }])
      expect(await object.apply(harm)).toEqual(like(/^Provider would be locked out/));
    expect(controls.apiKeys.all()).toHaveLength(1);
    expect(controls.requests.count('apiKeys.update'), 'nothing was sent').toBe(0);
    expect(await object.planReplacement(values)).toEqual(locked);
  });

  it('is allowed by allow_self_revoke', async () => {
    const { object } = await own({ allow_self_revoke: true });
    expect((await object.plan(undefined)).said).toEqual(like(/is revoked at once/));
    expect(await object.apply(undefined)).toEqual([]);
  });
});
