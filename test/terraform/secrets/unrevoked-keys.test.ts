import { describe, expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.a';

const apiKey = (release: number, overlap = 7) => `resource "svc_api_key" "a" {
  name      = "reporting"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
  rotation  = {
    overlap_days = ${overlap}
    triggers     = { release = "${release}" }
  }
}
`;

const valuesIn = async (s: Scenario) => (await s.state()).resources[0]?.values ?? {};
const idIn = async (s: Scenario) => String((await valuesIn(s))['id']);
const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);

const refuseRevocations = (s: Scenario, times: number) =>
  s.platform.controls.faults.add({
    operation: 'apiKeys.delete',
    times,
    effect: { kind: 'status', status: 403 },
  });

const refused = /not allowed|refused|Forbidden/i;

/** Applies although the plan after it is not empty, as it must not be while a key is yet to be revoked. */
async function applyUnfinished(s: Scenario, configuration: string): Promise<void> {
  const plan = await s.plan(configuration);
  await expect(s.applyPlan(plan, { warnings: 'any' })).rejects.toThrow(
    /converged: the next plan is not empty/,
  );
}

/** Rotated twice, the second time while the platform refuses to revoke: the first key is yet to be revoked. */
async function withUnrevokedKey() {
  const s = await scenario();
  await s.startFrom(apiKey(1));
  const first = await idIn(s);
  await s.apply(apiKey(2));
  const second = await idIn(s);
  refuseRevocations(s, 1);
  await applyUnfinished(s, apiKey(3));
  const third = await idIn(s);
  expect(idsOn(s)).toEqual([first, second, third]);
  return { s, first, second, third };
}

describe('a key whose revocation failed', () => {
  it('is kept in the state until a later apply has revoked it, without a refresh too', async () => {
    const { s, first, second, third } = await withUnrevokedKey();
    expect(await valuesIn(s)).toMatchObject({ previous_id: second, unrevoked_ids: [first] });
    const { plan, next } = await s.planAndApply(undefined, { flags: ['-refresh=false'] });
    expect(plan.changes[address]).toMatchObject({
      actions: ['update'],
      before: { unrevoked_ids: [first] },
      after: { unrevoked_ids: null, previous_id: second },
    });
    expect(idsOn(s)).toEqual([second, third]);
    expect(next.isEmpty).toBe(true);
  });

  it('stays in the state while the platform refuses, beside the next one, and with -target', async () => {
    const { s, first, second, third } = await withUnrevokedKey();
    refuseRevocations(s, 1);
    await s.expectError(apiKey(3), refused);
    expect(await valuesIn(s)).toMatchObject({ unrevoked_ids: [first] });
    refuseRevocations(s, 2);
    await applyUnfinished(s, apiKey(4));
    expect(await valuesIn(s)).toMatchObject({ previous_id: third, unrevoked_ids: [first, second] });
    await s.configure(`${apiKey(4)}resource "terraform_data" "other" {}\n`);
    const targeted = await s.plan(undefined, { flags: ['-target=terraform_data.other'] });
    expect(targeted.changes[address]).toBeUndefined();
    await s.apply(apiKey(4));
    expect(idsOn(s)).toEqual([third, await idIn(s)]);
  });

  it('is revoked by a destroy, also after one that failed midway', async () => {
    const { s } = await withUnrevokedKey();
    refuseRevocations(s, 1);
    await s.expectError(apiKey(3), refused, { flags: ['-destroy'] });
    await s.destroy();
    expect(idsOn(s)).toEqual([]);
  });

  it('is removed after somebody else has revoked it', async () => {
    const { s, first } = await withUnrevokedKey();
    await s.behindTheBack(api => api.apiKeys.delete(first));
    expect((await s.plan()).isEmpty).toBe(true);
  });

  it('is revoked by a plan that was saved before, together with a rename', async () => {
    const { s, first } = await withUnrevokedKey();
    const plan = await s.plan(apiKey(3).replace('reporting', 'renamed'));
    await s.applyPlan(plan);
    expect(idsOn(s)).not.toContain(first);
    expect(await valuesIn(s)).toMatchObject({ name: 'renamed', unrevoked_ids: null });
  });

  it('is revoked when its resource is replaced', async () => {
    const { s } = await withUnrevokedKey();
    await s.apply(apiKey(3), { flags: [`-replace=${address}`] });
    expect(idsOn(s)).toEqual([await idIn(s)]);
  });
});

describe('a current key that somebody revokes while the previous one still works', () => {
  const gone = async () => {
    const s = await scenario();
    await s.apply(apiKey(1));
    const previous = await idIn(s);
    await s.apply(apiKey(2));
    const current = await idIn(s);
    await s.behindTheBack(api => api.apiKeys.delete(current));
    return { s, previous, current };
  };

  it('is issued again in place, also without rotation, and the previous key keeps its overlap', async () => {
    const { s, previous, current } = await gone();
    const steady = apiKey(2).slice(0, apiKey(2).indexOf('  rotation')).replace('reporting', 'renamed');
    for (const configuration of [apiKey(2), `${steady}}\n`]) {
      const plan = await s.plan(configuration);
      expect(plan.changes[address]).toMatchObject({ actions: ['update'], unknown: { id: true, key: true } });
    }
    await s.apply(undefined, {
      warnings: [new RegExp(`\\(${current}\\) is issued again, because it is gone`)],
    });
    expect(await valuesIn(s)).toMatchObject({ previous_id: previous, name: 'renamed', rotation: null });
    expect(idsOn(s)).toEqual([previous, await idIn(s)]);
  });

  it('does not hide the previous key from destroy', async () => {
    const { s } = await gone();
    await s.destroy();
    expect(idsOn(s)).toEqual([]);
  });
});
