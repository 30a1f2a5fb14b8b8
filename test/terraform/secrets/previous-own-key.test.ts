import { describe, expect, it } from 'vitest';
import { type ShiftedClock, shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.own';

/** The error that names this key, and says how to go on. */
const locksOut = (id: string, deed = 'revoke') =>
  new RegExp(
    `Plan locks the provider out.*This would ${deed} the API key ${id},.*SVC_API_KEY.*allow_self_revoke`,
    's',
  );

const own = (release: string, changes: Readonly<Record<string, string>> = {}) => {
  const values = {
    name: '"ci"',
    tenant_id: '"ten_acme"',
    unrestricted: 'true',
    rotation: `{ overlap_days = 7, triggers = { release = "${release}" } }`,
  };
  const lines = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== '');
  return `variable "own" {\n  type = string\n  sensitive = true\n}\nresource "svc_api_key" "own" {\n${lines.map(([name, value]) => `  ${name} = ${value}`).join('\n')}\n}\n`;
};

interface InOverlap {
  readonly s: Scenario;
  readonly clock: ShiftedClock;
  /** The key that the provider runs with, which is the previous one since the rotation. */
  readonly previous: string;
  readonly current: string;
}

const valuesIn = async (s: Scenario) => (await s.state()).resources[0]?.values ?? {};

/** A provider that runs with a key of its own state, which it has just rotated. */
async function inOverlap(settings = ''): Promise<InOverlap> {
  const clock = await shiftedClock();
  const s = await scenario({ ...clock.options, provider: `api_key = var.own\n${settings}` });
  await s.startFrom(own('1'), { variables: { own: s.platform.key } });
  const { id: previous, key } = await valuesIn(s);
  await s.apply(own('2'), { variables: { own: String(key) } });
  const { id: current } = await valuesIn(s);
  return { s, clock, previous: String(previous), current: String(current) };
}

describe('a provider that runs with the previous key of a rotation', () => {
  it('may not revoke that key in any way: each is an error that names it, and nothing is changed', async () => {
    const { s, clock, previous } = await inOverlap();
    const before = s.platform.controls.apiKeys.all();
    await s.expectError(own('3'), locksOut(previous));
    await s.expectError(
      own('3', { rotation: '{ overlap_days = 0, triggers = { release = "3" } }' }),
      locksOut(previous),
    );
    await s.behindTheBack(api => api.tenants.create({ id: 'ten_other', name: 'Other' }));
    await s.expectError(own('2', { tenant_id: '"ten_other"' }), locksOut(previous));
    await s.expectError(own('2'), locksOut(previous), { flags: [`-replace=${address}`] });
    await s.expectError(own('2'), locksOut(previous), { flags: ['-destroy'] });
    const withoutBlock = own('2').slice(0, own('2').indexOf('resource'));
    await s.expectError(withoutBlock, locksOut(previous));
    const unknown = own('2').replace('"2"', 'terraform_data.release.output');
    const release = 'resource "terraform_data" "release" {\n  input = "3"\n}\n';
    await s.expectError(unknown + release, locksOut(previous));
    await clock.moveTo(8);
    await s.expectError(own('2'), locksOut(previous));
    expect(s.platform.controls.apiKeys.all()).toEqual(before);
  });

  it('may narrow the current key, and rotate again once it runs with that key', async () => {
    const { s, previous } = await inOverlap();
    const narrow = { unrestricted: '', scopes: '["alerts:read"]' };
    const { plan, state } = await s.planAndApply(own('2', narrow));
    expect(plan.actionsOn(address)).toEqual(['update']);
    await s.behindTheBack(api =>
      api.apiKeys.update(String(state.resources[0]?.values['id']), { scopes: [] }),
    );
    await s.apply(own('3'), {
      variables: { own: String(state.resources[0]?.values['key']) },
      warnings: [new RegExp(`loses its previous value, ${previous}`)],
    });
    expect(s.platform.controls.apiKeys.get(previous)).toBeUndefined();
  });

  it('may revoke it with allow_self_revoke, and does so last', async () => {
    const { s, previous, current } = await inOverlap('allow_self_revoke = true');
    await s.destroy();
    expect(s.platform.controls.apiKeys.get(previous)).toBeUndefined();
    expect(s.platform.controls.apiKeys.get(current)).toBeUndefined();
  });

  it('may not revoke it by a plan that was saved with another key', async () => {
    const clock = await shiftedClock();
    const s = await scenario(clock.options);
    const block = own('1').slice(own('1').indexOf('resource'));
    await s.startFrom(block);
    const { id, key } = await valuesIn(s);
    await s.apply(block.replace('"1"', '"2"'));
    const saved = [
      await s.plan(block.replace('"1"', '"3"'), { file: 'rotation.tfplan' }),
      await s.plan(block.replace('"1"', '"2"'), { file: 'end.tfplan', flags: ['-destroy'] }),
    ];
    for (const { file } of saved) {
      const applied = await s.workspace.start(['apply', '-no-color', file], { SVC_API_KEY: String(key) })
        .finished;
      expect(applied.code).toBe(1);
      expect(applied.stderr.replace(/[│\s]+/g, ' ')).toMatch(
        new RegExp(`lock.*out.*revoke the API key ${id}, which the provider itself uses`),
      );
    }
    expect(s.platform.controls.apiKeys.get(String(id))).toBeDefined();
    await s.checkInvariants();
  });
});

describe('a provider that returns to a key that could not be revoked', () => {
  it('may not revoke it, until it runs with another one', async () => {
    const clock = await shiftedClock();
    const s = await scenario({ ...clock.options, provider: 'api_key = var.own' });
    await s.startFrom(own('1'), { variables: { own: s.platform.key } });
    const { id: first, key } = await valuesIn(s);
    await s.apply(own('2'));
    s.platform.controls.faults.add({ operation: 'apiKeys.delete', effect: { kind: 'status', status: 403 } });
    const plan = await s.plan(own('3'));
    await expect(s.applyPlan(plan, { warnings: 'any' })).rejects.toThrow(/the next plan is not empty/);
    await s.configure(own('3'), { own: String(key) });
    await s.expectError(own('3'), locksOut(String(first)));
    await s.expectError(own('3'), locksOut(String(first)), { flags: [`-replace=${address}`] });
    await s.configure(own('3'), { own: s.platform.key });
    await s.apply();
    expect(s.platform.controls.apiKeys.get(String(first))).toBeUndefined();
  });
});

it('a provider that may revoke its own current key revokes the previous one before it', async () => {
  const { s, current } = await inOverlap('allow_self_revoke = true');
  const { key } = await valuesIn(s);
  await s.configure(own('2'), { own: String(key) });
  await s.destroy();
  expect(s.platform.controls.apiKeys.all().map(({ id }) => id)).not.toContain(current);
});
