import { describe, expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.own';
const locked = /Plan locks the provider out.*SVC_API_KEY.*allow_self_revoke/s;

const own = (changes: Readonly<Record<string, string>> = {}) => {
  const values = { name: '"ci"', tenant_id: '"ten_acme"', unrestricted: 'true' };
  const lines = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== '');
  return `variable "bootstrap" {\n  type = string\n  sensitive = true\n}\nresource "svc_api_key" "own" {\n${lines.map(([name, value]) => `  ${name} = ${value}`).join('\n')}\n}\n`;
};

/** A provider that runs with a key of its own state: made with the platform's key, then used instead of it. */
async function selfManaged(changes: Readonly<Record<string, string>> = {}, settings = ''): Promise<Scenario> {
  const s = await scenario({ provider: `api_key = var.bootstrap\n${settings}` });
  const { state } = await s.apply(own(changes), { variables: { bootstrap: s.platform.key } });
  const key = state.resources[0]?.values['key'];
  await s.configure(own(changes), { bootstrap: String(key) });
  expect((await s.plan()).isEmpty).toBe(true);
  return s;
}

describe('a plan that would harm the key of the provider', () => {
  it('is an error in each case, and nothing is changed', async () => {
    const s = await selfManaged();
    const before = s.platform.controls.apiKeys.all();
    const withoutBlock = own().slice(0, own().indexOf('resource'));
    await s.expectError(withoutBlock, locked);
    await s.expectError(own({ unrestricted: '', scopes: '["alerts:read"]' }), locked);
    await s.behindTheBack(api => api.tenants.create({ id: 'ten_other', name: 'Other' }));
    await s.expectError(own({ tenant_id: '"ten_other"' }), locked);
    await s.expectError(own(), locked, { flags: ['-destroy'] });
    await s.expectError(own(), locked, { flags: [`-replace=${address}`] });
    expect(s.platform.controls.apiKeys.all()).toEqual(before);
  });

  it('is detected at apply if the key is tainted, which no plan shows', async () => {
    const s = await selfManaged();
    expect((await s.terraform('taint', address)).code).toBe(0);
    await s.expectError(own(), /locked out|locks the provider out/);
    expect(s.platform.controls.apiKeys.all()).toHaveLength(1);
  });

  it('is allowed if the configuration says so', async () => {
    const s = await selfManaged({}, 'allow_self_revoke = true');
    const plan = await s.plan(undefined, { flags: ['-destroy'] });
    expect(plan.actionsOn(address)).toEqual(['delete']);
  });

  it('is an error for a rotation without overlap, but not for one with overlap', async () => {
    const rotation = (release: string, overlap: number) => ({
      rotation: `{ overlap_days = ${overlap}, triggers = { release = "${release}" } }`,
    });
    const s = await selfManaged(rotation('1', 0));
    await s.expectError(own(rotation('2', 0)), locked);
    const plan = await s.plan(own(rotation('2', 3)));
    expect(plan.actionsOn(address)).toEqual(['update']);
  });
});

it('another key may be deleted, narrowed and replaced', async () => {
  const s = await scenario();
  await s.startFrom(own(), { variables: { bootstrap: 'unused' } });
  await s.apply(own({ unrestricted: '', scopes: '["alerts:read"]' }));
  await s.apply(own({ unrestricted: '', scopes: '["alerts:read"]' }), { flags: [`-replace=${address}`] });
  await s.destroy();
});
