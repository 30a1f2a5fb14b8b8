import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';
import { key } from '../blocks';

const address = 'svc_api_key.a';
const onlyIn = async (s: Scenario) => (await s.state()).resources[0];

it('a key is issued with a sensitive value, changed in place, replaced for another tenant, and revoked', async () => {
  const s = await scenario();
  const { apiKeys } = s.platform.controls;
  await s.apply(key('a'));
  const issued = await onlyIn(s);
  const { id, key: value } = issued?.values ?? {};
  expect(issued?.values).toMatchObject({
    name: 'a',
    environment: 'test',
    previous_id: null,
    unrevoked_ids: null,
  });
  expect(issued?.sensitive).toMatchObject({ key: true });
  expect(value).toMatch(/^svc_test_[A-Za-z0-9]{32}$/);
  expect(apiKeys.kept(String(id))?.key).toBe(value);

  const wider = key('a', { called: 'renamed', scope: 'devices:read' });
  const { plan } = await s.planAndApply(wider, {
    warnings: [/is renamed to renamed; its value goes on working/, /gains devices:read/],
  });
  expect(plan.actionsOn(address)).toEqual(['update']);
  expect((await onlyIn(s))?.values).toMatchObject({ id, key: value, name: 'renamed' });
  expect(apiKeys.get(String(id))).toMatchObject({ name: 'renamed', scopes: ['devices:read'] });

  const elsewhere = await s.planAndApply(wider.replace('ten_acme', 'ten_globex'), {
    warnings: [/renamed \(key_\w+\) is replaced.*tenant_id changes.*revokes the current value at once/s],
  });
  expect(elsewhere.plan.changes[address]).toMatchObject({
    actions: ['delete', 'create'],
    replace_paths: [['tenant_id']],
  });
  expect(apiKeys.get(String(id))).toBeUndefined();

  await s.apply('', { warnings: [/renamed \(key_\w+\) is revoked.*Its holders then fail/s] });
  expect(apiKeys.all()).toEqual([]);
});

it('scopes that a configuration ignores, and that somebody has cleared, stop an update and a rotation', async () => {
  const s = await scenario();
  const block = (release: number) =>
    key('a', { more: `rotation = { overlap_days = 1, triggers = { release = "${release}" } }` }).replace(
      /\}\n$/,
      '  lifecycle {\n    ignore_changes = [scopes]\n  }\n}\n',
    );
  await s.startFrom(block(1));
  const { apiKeys, requests } = s.platform.controls;
  const [id = ''] = apiKeys.all().map(each => each.id);
  await s.behindTheBack(() => apiKeys.update(id, { scopes: [] }));
  for (const release of [1, 2])
    await s.expectError(block(release), /Key without scopes[\s\S]*ignore_changes[\s\S]*unrestricted = true/);
  expect([requests.count('apiKeys.update'), requests.count('apiKeys.create')]).toEqual([0, 1]);
});
