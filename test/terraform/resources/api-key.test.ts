import { describe, expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';
import { refusedTogether } from '../refused-together';

const address = 'svc_api_key.a';

type Patch = Parameters<Scenario['platform']['controls']['apiKeys']['update']>[1];

const apiKey = (changes: Readonly<Record<string, string>> = {}) => {
  const values = { name: '"reporting"', tenant_id: '"ten_acme"', scopes: '["alerts:read", "tenants:read"]' };
  const lines = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== '');
  return `resource "svc_api_key" "a" {\n${lines.map(([name, value]) => `  ${name} = ${value}`).join('\n')}\n}\n`;
};

async function applied(changes: Readonly<Record<string, string>> = {}): Promise<{ s: Scenario; id: string }> {
  const s = await scenario();
  const { state } = await s.apply(apiKey(changes));
  return { s, id: String(state.resources[0]?.values['id']) };
}

describe('a key', () => {
  it('is issued, and the state has its value in a sensitive attribute', async () => {
    const { s, id } = await applied();
    const [resource] = (await s.state()).resources;
    expect(resource?.values).toMatchObject({ previous_id: null, unrevoked_ids: null });
    expect(resource?.values).toMatchObject({
      id,
      name: 'reporting',
      tenant_id: 'ten_acme',
      environment: 'test',
    });
    expect(resource?.values['key']).toMatch(/^svc_test_[A-Za-z0-9]{32}$/);
    expect(resource?.sensitive).toMatchObject({ key: true });
  });

  it('changes its name, its scopes and its limits in place, and keeps its value', async () => {
    const { s, id } = await applied();
    const before = (await s.state()).resources[0]?.values['key'];
    const steps: readonly (readonly [Readonly<Record<string, string>>, readonly RegExp[]])[] = [
      [{ name: '"renamed"' }, []],
      [{ scopes: '["alerts:read"]' }, []],
      [{ scopes: '["alerts:read", "devices:read"]' }, [/gains devices:read/]],
      [{ scopes: '', unrestricted: 'true' }, [/becomes unrestricted/]],
    ];
    for (const [changes, warnings] of steps) {
      const { plan, state } = await s.planAndApply(apiKey(changes), { warnings });
      expect(plan.actionsOn(address), JSON.stringify(changes)).toEqual(['update']);
      expect(state.resources[0]?.values).toMatchObject({ id, key: before });
    }
  });

  it('is replaced when its tenant changes', async () => {
    const { s, id } = await applied();
    await s.behindTheBack(api => api.tenants.create({ id: 'ten_other', name: 'Other' }));
    const { plan, state } = await s.planAndApply(apiKey({ tenant_id: '"ten_other"' }), {
      warnings: [/reporting \(key_\w+\) is replaced.*tenant_id changes.*revokes the current value at once/s],
    });
    expect(plan.changes[address]).toMatchObject({ actions: ['delete', 'create'], replacedBy: ['tenant_id'] });
    expect(state.resources[0]?.values['id']).not.toBe(id);
  });

  it('is revoked when its block is removed', async () => {
    const { s, id } = await applied();
    await s.apply('', { warnings: [/reporting \(key_\w+\) is revoked.*Its holders then fail/s] });
    expect(s.platform.controls.apiKeys.get(id)).toBeUndefined();
  });

  it('may be unrestricted if the configuration says so', async () => {
    const { s, id } = await applied({ scopes: '', unrestricted: 'true' });
    expect(s.platform.controls.apiKeys.get(id)?.scopes).toEqual([]);
  });
});

describe('drift of a key', () => {
  it('in its name and in its scopes (more, fewer, none) is in the next plan, and one apply repairs it', async () => {
    const { s, id } = await applied();
    const steps: readonly (readonly [Patch, readonly RegExp[]])[] = [
      [{ name: 'somebody-was-here' }, [/was changed on the platform: name/]],
      [{ scopes: ['alerts:read', 'tenants:read', 'tenants:write'] }, [/was given tenants:write/]],
      [{ scopes: ['alerts:read'] }, [/was changed on the platform: scopes/s, /gains tenants:read/]],
      [{ scopes: [] }, [/was made unrestricted/]],
    ];
    for (const [patch, warnings] of steps) {
      await s.behindTheBack(api => api.apiKeys.update(id, patch));
      const { plan } = await s.planAndApply(undefined, { warnings });
      expect(plan.actionsOn(address), JSON.stringify(patch)).toEqual(['update']);
    }
  });

  it('includes scopes that were added to an unrestricted key', async () => {
    const { s, id } = await applied({ scopes: '', unrestricted: 'true' });
    await s.behindTheBack(api => api.apiKeys.update(id, { scopes: ['alerts:read'] }));
    const { plan } = await s.planAndApply(undefined, {
      warnings: [/was changed on the platform: scopes/s, /becomes unrestricted/],
    });
    expect(plan.actionsOn(address)).toEqual(['update']);
  });

  it('a revoked key is issued again by one apply', async () => {
    const { s, id } = await applied();
    await s.behindTheBack(api => api.apiKeys.delete(id));
    const { plan, state } = await s.planAndApply(undefined, { warnings: [/was deleted on the platform/] });
    expect(plan.actionsOn(address)).toEqual(['create']);
    expect(state.resources[0]?.values['id']).not.toBe(id);
  });

  it('does not include the order or the duplicates of scopes', async () => {
    const { s, id } = await applied();
    await s.behindTheBack(api =>
      api.apiKeys.update(id, { scopes: ['tenants:read', 'alerts:read', 'tenants:read'] }),
    );
    expect((await s.plan()).isEmpty).toBe(true);
  });
});

describe('an imported key', () => {
  it('keeps a null value without a diff, and a warning says how to get a known one', async () => {
    const s = await scenario();
    const found = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['tenants:read', 'alerts:read'] };
    const { id } = await s.behindTheBack(api => api.apiKeys.issue(found));
    const importing = `import {\n  to = ${address}\n  id = "${id}"\n}\n`;
    const { state } = await s.apply(apiKey() + importing, {
      warnings: [new RegExp(`Value of API key ${id} is unknown.*rotation`, 's')],
    });
    expect(state.resources[0]?.values).toMatchObject({ id, key: null, name: 'reporting' });
  });

  it('that is unrestricted says so', async () => {
    const s = await scenario();
    const { id } = await s.behindTheBack(api =>
      api.apiKeys.issue({ name: 'reporting', tenant_id: 'ten_acme', scopes: [] }),
    );
    await s.configure(apiKey({ scopes: '', unrestricted: 'true' }));
    const state = await s.import(address, id);
    expect(state.resources[0]?.values).toMatchObject({ id, unrestricted: true, scopes: null });
    expect((await s.plan()).isEmpty).toBe(true);
  });
});

const refusedChanges: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ['forgotten scopes', { scopes: '' }, /Key without scopes.*unrestricted = true/s],
  ['scopes forgotten with unrestricted = false', { scopes: '', unrestricted: 'false' }, /Key without scopes/],
  ['scopes and unrestricted', { unrestricted: 'true' }, /Key cannot be both/],
  ['no scopes in the set', { scopes: '[]' }, /No scope/],
  ['a malformed scope', { scopes: '["everything"]' }, /Malformed scope "everything"/],
  ['a tenant that is none', { tenant_id: '"acme"' }, /Invalid tenant id.*ten_/s],
  ['an empty name', { name: '""' }, /Invalid key name/],
];

describe('errors that can be detected at plan are reported at plan', () => {
  const rows = refusedChanges.map(([name, changes, saying], index) => ({
    name,
    saying,
    block: apiKey(changes).replace('"a"', `"row_${index}"`),
    address: `svc_api_key.row_${index}`,
  }));
  const errorsOn = refusedTogether(rows.map(({ block }) => block).join(''));

  it.each(rows)('$name is an error', async ({ address, saying }) => {
    expect(await errorsOn(address)).toEqual([expect.stringMatching(saying)]);
  });

  it('an unknown scope is a warning with a did-you-mean', async () => {
    const s = await scenario();
    const { warnings } = await s.plan(apiKey({ scopes: '["alert:read"]' }));
    expect(warnings).not.toEqual([]);
    // Terraform validates once as such and once in the plan, and shows people one of the two.
    for (const { summary, detail } of warnings) {
      expect(summary).toBe('Unknown scope "alert:read"');
      expect(detail).toContain('Did you mean "alerts:read"?');
    }
  });
});
