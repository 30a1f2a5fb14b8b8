import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.a';

const apiKey = (release: number) => `resource "svc_api_key" "a" {
  name      = "reporting"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
  rotation  = {
    overlap_days = 7
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
  await s.startFrom(apiKey(2));
  const second = await idIn(s);
  refuseRevocations(s, 1);
  await applyUnfinished(s, apiKey(3));
  return { s, first, second, third: await idIn(s) };
}

it('a key whose revocation failed is kept in the state until a later apply has revoked it, without a refresh too', async () => {
  const { s, first, second, third } = await withUnrevokedKey();
  refuseRevocations(s, 1);
  await s.expectError(apiKey(3), refused);
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

it('it stays beside the next one, until somebody else revokes it or a destroy that failed midway is repeated', async () => {
  const { s, first, second, third } = await withUnrevokedKey();
  refuseRevocations(s, 2);
  await applyUnfinished(s, apiKey(4));
  expect(await valuesIn(s)).toMatchObject({ previous_id: third, unrevoked_ids: [first, second] });
  await s.behindTheBack(api => api.apiKeys.delete(first));
  refuseRevocations(s, 1);
  await s.expectError(apiKey(4), refused, { flags: ['-destroy'] });
  expect(await valuesIn(s)).toMatchObject({ unrevoked_ids: [second] });
  await s.destroy();
  expect(idsOn(s)).toEqual([]);
});

it('a current key that somebody revokes is issued again in place, also without rotation, and the previous one keeps its overlap', async () => {
  const s = await scenario();
  await s.startFrom(apiKey(1));
  const previous = await idIn(s);
  await s.startFrom(apiKey(2));
  const current = await idIn(s);
  await s.behindTheBack(api => api.apiKeys.delete(current));
  const { plan } = await s.planAndApply(apiKey(2).replace(/ {2}rotation.*/s, '}\n'), {
    warnings: [new RegExp(`\\(${current}\\) is issued again, because it is gone`)],
  });
  expect(plan.changes[address]).toMatchObject({ actions: ['update'], unknown: { id: true, key: true } });
  expect(await valuesIn(s)).toMatchObject({ previous_id: previous, rotation: null });
  expect(idsOn(s)).toEqual([previous, await idIn(s)]);
});
