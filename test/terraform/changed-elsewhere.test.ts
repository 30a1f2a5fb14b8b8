import { describe, expect, it } from 'vitest';
import type { SandboxControls } from '../../src/sandbox';
import { type Scenario, scenario } from '../harness/scenario';

const endpoint = (changes: Readonly<Record<string, string>> = {}) => {
  const values = { url: '"https://a.example/hook"', events: '["alert.created"]', secret: 'var.signing' };
  return block('svc_webhook_endpoint', { ...values, ...changes });
};

const key = (changes: Readonly<Record<string, string>> = {}) => {
  const values = { name: '"ci"', tenant_id: '"ten_acme"', scopes: '["alerts:read"]' };
  return block('svc_api_key', { ...values, ...changes });
};

const block = (type: string, values: Readonly<Record<string, string>>) =>
  `resource "${type}" "a" {\n${Object.entries(values)
    .map(([name, value]) => `  ${name} = ${value}`)
    .join('\n')}\n}\n`;

const both = `${endpoint()}${key()}`;

async function applied(configuration = both): Promise<{ s: Scenario; endpointId: string; keyId: string }> {
  const s = await scenario();
  await s.plantSecret('signing');
  const { state } = await s.apply(configuration);
  const idOf = (type: string) =>
    String(state.resources.find(resource => resource.type === type)?.values['id']);
  return { s, endpointId: idOf('svc_webhook_endpoint'), keyId: idOf('svc_api_key') };
}

const said = async (s: Scenario, ...flags: readonly string[]) =>
  (await s.plan(undefined, { flags })).warnings.map(({ summary }) => summary);

type Behind = (api: SandboxControls, id: string) => unknown;

const changesOf: readonly (readonly [string, Behind, RegExp])[] = [
  [
    'an endpoint redirected to another host',
    (api, id) => api.webhooks.update(id, { url: 'https://evil.example/hook' }),
    /^Webhook endpoint a\.example \(wh_\w+\) was redirected to evil\.example on the platform: .*Events may have/,
  ],
  [
    'an endpoint with another path',
    (api, id) => api.webhooks.update(id, { url: 'https://a.example/other' }),
    /^Webhook endpoint a\.example \(wh_\w+\) was changed on the platform: url: This stack did not/,
  ],
  [
    'an endpoint with other events',
    (api, id) => api.webhooks.update(id, { events: ['incident.created'] }),
    /^Webhook endpoint a\.example \(wh_\w+\) was changed on the platform: events: This stack did not/,
  ],
  [
    'an endpoint that is gone',
    (api, id) => api.webhooks.delete(id),
    /^Webhook endpoint a\.example \(wh_\w+\) was deleted on the platform: This stack did not delete it/,
  ],
  [
    'a key made unrestricted',
    (api, id) => api.apiKeys.update(id, { scopes: [] }),
    /^API key ci \(key_\w+\) was made unrestricted on the platform: .*Rotating the key is safer/s,
  ],
  [
    'a key given a scope that forges a line',
    (api, id) => api.apiKeys.update(id, { scopes: ['alerts:read', 'a:b\nWarning: \u001b[31m\u202eforged'] }),
    /^API key ci \(key_\w+\) was given a:b Warning: \\u\{1b\}\[31m\\u\{202e\}forged on the platform/,
  ],
  [
    'a key given scopes',
    (api, id) => api.apiKeys.update(id, { scopes: ['alerts:read', 'alerts:write'] }),
    /^API key ci \(key_\w+\) was given alerts:write on the platform: .*Rotating the key is safer/s,
  ],
  [
    'a key with another name',
    (api, id) => api.apiKeys.update(id, { name: 'other' }),
    /^API key ci \(key_\w+\) was changed on the platform: name: This stack did not/,
  ],
  [
    'a key that is gone',
    (api, id) => api.apiKeys.delete(id),
    /^API key ci \(key_\w+\) was deleted on the platform: This stack did not delete it/,
  ],
];

/** What the plans after all these changes say, and the apply of the last one. The first test that asks runs them. */
async function changedTogether(): Promise<readonly (readonly string[])[]> {
  const s = await scenario();
  await s.plantSecret('signing');
  const blocks = changesOf.map(([name], row) => {
    const block = name.startsWith('a key') ? key() : endpoint({ url: `"https://a.example/${row}"` });
    return block.replace('"a"', `"row_${row}"`);
  });
  const { state } = await s.apply(blocks.join(''));
  for (const { address, values } of state.resources) {
    const [, change] = changesOf[Number(address.split('_').at(-1))] ?? [];
    await s.behindTheBack(api => change?.(api, String(values['id'])));
  }
  const said: string[][] = [];
  for (const flags of [[], [], ['-refresh-only']]) {
    const { warnings } = await s.plan(undefined, { flags });
    said.push(warnings.map(({ summary, detail }) => `${summary}: ${detail}`));
  }
  // Plan, apply and the plan after it: each warning comes once.
  const { warnings } = await s.apply(undefined, { warnings: 'any' });
  said.push(warnings.map(({ summary, detail }) => `${summary}: ${detail}`));
  return said;
}

let changed: ReturnType<typeof changedTogether> | undefined;

describe('a change that something other than this stack made', () => {
  it.each(changesOf)('%s: every plan says so, until one is applied', async (_, _change, saying) => {
    changed ??= changedTogether();
    for (const said of await changed) {
      expect(said).toHaveLength(changesOf.length);
      expect(said.filter(each => saying.test(each))).toHaveLength(1);
    }
  });

  it('is not reported by a plan without a refresh, nor by a destroy', async () => {
    const { s, endpointId, keyId } = await applied(`${both}${key().replace('"a"', '"b"')}`);
    const other = s.platform.controls.apiKeys.all().find(({ id }) => id !== keyId)?.id ?? '';
    await s.behindTheBack(api => {
      api.webhooks.update(endpointId, { url: 'https://evil.example/hook' });
      api.apiKeys.update(keyId, { scopes: [] });
      api.apiKeys.delete(other);
    });
    expect(await said(s)).toHaveLength(3);
    expect(await said(s, '-refresh=false')).toEqual([]);
    expect(await said(s, '-destroy')).toEqual([]);
    const destroyed = await s.terraform('destroy', '-no-color', '-auto-approve');
    expect(destroyed.code).toBe(0);
    expect(destroyed.stdout).not.toMatch(/on the platform/);
  });

  it('is reported as well where the block leaves the configuration at the same time', async () => {
    const { s, endpointId, keyId } = await applied();
    await s.behindTheBack(api => {
      api.webhooks.update(endpointId, { url: 'https://evil.example/hook' });
      api.apiKeys.update(keyId, { scopes: [] });
    });
    await s.configure('');
    for (const flags of [['-refresh=false'], ['-destroy']])
      expect((await said(s, ...flags)).join()).not.toMatch(/on the platform/);
    const { plan, warnings } = await s.planAndApply('', {
      warnings: [
        /Webhook endpoint a\.example \(wh_\w+\) was redirected to evil\.example on the platform.*Applying deletes/is,
        /API key ci \(key_\w+\) was made unrestricted on the platform.*Applying revokes it/s,
        /API key ci \(key_\w+\) is revoked/,
      ],
    });
    expect(plan.actionsOn('svc_webhook_endpoint.a')).toEqual(['delete']);
    expect(warnings).toHaveLength(3);
  });

  it('is not reported for a block that leaves the configuration unchanged', async () => {
    const { s } = await applied();
    await s.apply('', { warnings: [/API key ci \(key_\w+\) is revoked/] });
  });

  it('is reported once by an apply that also plans', async () => {
    const { s, keyId } = await applied();
    await s.behindTheBack(api => api.apiKeys.update(keyId, { scopes: [] }));
    const { stdout } = await s.terraform('apply', '-no-color', '-auto-approve');
    expect(stdout.match(/was made unrestricted/g)).toHaveLength(1);
  });

  it('reports the most dangerous change first', async () => {
    const { s, keyId, endpointId } = await applied();
    await s.behindTheBack(api => api.apiKeys.update(keyId, { name: 'other', scopes: [] }));
    await s.behindTheBack(api =>
      api.webhooks.update(endpointId, { url: 'https://evil.example/', events: ['incident.created'] }),
    );
    const summaries = await said(s);
    const order = (kind: string) =>
      summaries.filter(summary => summary.startsWith(kind)).map(summary => / (was \w+)/.exec(summary)?.[1]);
    expect(order('API key')).toEqual(['was made', 'was changed']);
    expect(order('Webhook endpoint')).toEqual(['was redirected', 'was changed']);
  });

  it('is still reported after an apply that failed to restore it, although the state contains it', async () => {
    const { s, endpointId } = await applied();
    await s.behindTheBack(api =>
      api.webhooks.update(endpointId, { url: 'https://evil.example/', events: ['incident.created'] }),
    );
    const failing = {
      operation: 'webhooks.update',
      times: 9,
      effect: { kind: 'status', status: 403 },
    } as const;
    s.platform.controls.faults.add(failing);
    await expect(s.apply(undefined, { warnings: 'any' })).rejects.toThrow(/lacks permission/);
    s.platform.controls.faults.clear();
    expect(await said(s)).toHaveLength(2);
    await s.apply(undefined, { warnings: [/redirected/, /was changed on the platform: events/] });
    expect(await said(s)).toEqual([]);
  });

  it('is not reported once the configuration has the same value, nor for attributes in ignore_changes', async () => {
    const { s, endpointId } = await applied(endpoint());
    await s.behindTheBack(api => api.webhooks.update(endpointId, { url: 'https://b.example/' }));
    await s.startFrom(endpoint({ url: '"https://b.example/"' }));
    await s.behindTheBack(api => api.webhooks.update(endpointId, { url: 'https://c.example/' }));
    await s.apply(endpoint().replace(/}\n$/, '  lifecycle {\n    ignore_changes = [url]\n  }\n}\n'));
  });
});

describe('changes that this stack made itself are not reported as foreign changes', () => {
  const lost = { times: 9, effect: { kind: 'drop-after' } } as const;

  it('an update with lost responses, before a plan of the same, the former or another configuration', async () => {
    const [before, lostOne, other] = ['before', 'lost', 'other'].map(path => `"https://a.example/${path}"`);
    const each = (urls: Readonly<Record<string, string | undefined>>) =>
      Object.entries(urls)
        .map(([name, url = '']) =>
          endpoint({ url: `${url.slice(0, -1)}/${name}"` }).replace('"a"', `"${name}"`),
        )
        .join('');
    const { s } = await applied(each({ same: before, former: before, another: before }));
    s.platform.controls.faults.add({ operation: 'webhooks.update', ...lost, times: 3 * lost.times });
    await expect(s.apply(each({ same: lostOne, former: lostOne, another: lostOne }))).rejects.toThrow(
      /Connection to platform lost/,
    );
    s.platform.controls.faults.clear();
    await s.apply(each({ same: lostOne, former: before, another: other }));
  });

  it('a deletion with lost responses, whose block is in the configuration again', async () => {
    const { s } = await applied();
    for (const operation of ['webhooks.delete', 'apiKeys.delete'] as const)
      s.platform.controls.faults.add({ operation, ...lost });
    await expect(s.apply('', { warnings: 'any' })).rejects.toThrow(/Connection to platform lost/);
    s.platform.controls.faults.clear();
    await s.apply(both);
  });
});
