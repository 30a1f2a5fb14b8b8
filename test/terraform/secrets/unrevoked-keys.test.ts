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
  await s.apply(apiKey(1));
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
  it('is kept in the state until a later apply has revoked it', async () => {
    const { s, first, second } = await withUnrevokedKey();
    expect(await valuesIn(s)).toMatchObject({ previous_id: second, unrevoked_ids: [first] });
    const { plan, next } = await s.apply();
    expect(plan.changes[address]).toMatchObject({
      actions: ['update'],
      before: { unrevoked_ids: [first] },
      after: { unrevoked_ids: null, previous_id: second },
    });
    expect(idsOn(s)).not.toContain(first);
    expect(next.isEmpty).toBe(true);
  });

  it('is kept beside the next one that cannot be revoked', async () => {
    const { s, first, second, third } = await withUnrevokedKey();
    refuseRevocations(s, 2);
    await applyUnfinished(s, apiKey(4));
    expect(await valuesIn(s)).toMatchObject({ previous_id: third, unrevoked_ids: [first, second] });
    await s.apply();
    expect(idsOn(s)).toEqual([third, await idIn(s)]);
  });

  it('is revoked by destroy, like all the others', async () => {
    const { s } = await withUnrevokedKey();
    await s.destroy();
    expect(idsOn(s)).toEqual([]);
  });

  it('outlives no destroy that failed halfway: the next one revokes it', async () => {
    const { s } = await withUnrevokedKey();
    refuseRevocations(s, 1);
    await s.expectError(apiKey(3), /not allowed|refused|Forbidden/i, { flags: ['-destroy'] });
    await s.destroy();
    expect(idsOn(s)).toEqual([]);
  });

  it('is forgotten once somebody else has revoked it', async () => {
    const { s, first } = await withUnrevokedKey();
    await s.behindTheBack(api => api.apiKeys.delete(first));
    expect((await s.plan()).isEmpty).toBe(true);
  });

  it('is an error while the platform goes on refusing, and stays in the state', async () => {
    const { s, first } = await withUnrevokedKey();
    refuseRevocations(s, 1);
    await s.expectError(apiKey(3), /not allowed|refused|Forbidden/i);
    expect(await valuesIn(s)).toMatchObject({ unrevoked_ids: [first] });
    await s.apply();
    expect(idsOn(s)).not.toContain(first);
  });
});
