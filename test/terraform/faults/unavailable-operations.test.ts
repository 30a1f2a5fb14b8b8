import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../src/client';
import { type Scenario, scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';
import { recordRow } from './fault-matrix';

const config = (path: string, scope = 'alerts:read') =>
  endpoint('a', { path }) + key('a', { called: 'reporting', scope });
const both = ['svc_webhook_endpoint.a', 'svc_api_key.a'];

/** The platform answers 405 where an operation is missing: none of them may be tried. */
async function without(...operations: readonly OperationName[]): Promise<Scenario> {
  const names = operations.map(name => `"${name}"`).join(', ');
  const s = await scenario({ provider: `unavailable_operations = [${names}]` });
  for (const operation of operations) {
    s.platform.controls.faults.add({
      operation,
      times: Number.POSITIVE_INFINITY,
      effect: { kind: 'status', status: 405 },
    });
  }
  await s.plantSecret('signing');
  return s;
}

const idsIn = async (s: Scenario) => (await s.state()).resources.map(({ values }) => String(values['id']));

/** What the configuration says of the platform, and what came of it. */
const lacking = (operations: string, moment: string, outcome: string) =>
  recordRow({ fault: `the platform lacks ${operations}, and the configuration says so`, moment, outcome });

describe('the platform lacks operations, and the configuration declares it', () => {
  it('no update: a change is planned as a replacement, with the reason', async () => {
    const s = await without('webhooks.update', 'apiKeys.update');
    await s.startFrom(config('one'));
    const before = await idsIn(s);
    const { plan } = await s.planAndApply(config('two', 'tenants:read'), {
      warnings: [
        ...before.map(id => new RegExp(`${id}\\)? is replaced.*unavailable_operations`, 's')),
        /gains tenants:read/,
      ],
    });
    for (const address of both) expect(plan.actionsOn(address)).toEqual(['delete', 'create']);
    expect(await idsIn(s)).not.toContain(before[0]);
    lacking(
      'update',
      'a change of an endpoint and of a key',
      'a planned replacement, whose warning says why',
    );
  });

  it('no update: absent and false limits are equal, so neither replaces a key', async () => {
    const s = await without('apiKeys.update');
    await s.startFrom(key('a'));
    const before = await idsIn(s);
    for (const more of ['unrestricted = false', '', 'unrestricted = false']) {
      const { plan } = await s.planAndApply(key('a', { more }));
      expect(plan.actionsOn('svc_api_key.a')).toEqual(['update']);
    }
    expect(await idsIn(s)).toEqual(before);
  });

  it('neither get nor list: the state is kept, and one warning for each kind says so', async () => {
    const s = await without('webhooks.get', 'webhooks.list', 'apiKeys.get', 'apiKeys.list');
    const unseen = [/Drift of webhook endpoints cannot be seen/, /Drift of API keys cannot be seen/];
    await s.apply(config('one'), { afterwards: unseen });
    await s.behindTheBack(api =>
      api.webhooks.update(api.webhooks.all()[0]?.id ?? '', { url: 'https://b.example/' }),
    );
    const plan = await s.plan();
    expect(plan.isEmpty).toBe(true);
    expect(plan.warnings).toHaveLength(2);
    lacking(
      'get and list',
      'a refresh',
      'the state is kept, and one warning for each kind says that drift is not seen',
    );
  });

  it('no get, but a list: drift is still detected', async () => {
    const s = await without('webhooks.get', 'apiKeys.get');
    await s.startFrom(config('one'));
    await s.behindTheBack(api =>
      api.webhooks.update(api.webhooks.all()[0]?.id ?? '', { url: 'https://b.example/' }),
    );
    await s.apply(undefined, { warnings: [/was redirected to b\.example/] });
    lacking('get', 'a refresh', 'drift is seen all the same, in the list');
  });

  it('no delete: a destroy removes objects from the state, and reports those left on the platform', async () => {
    const s = await without('webhooks.delete', 'apiKeys.delete', 'webhooks.update', 'apiKeys.update');
    await s.startFrom(config('one'));
    const left = await idsIn(s);
    for (const id of left) s.disown(id);
    await s.destroy({ warnings: left.map(id => new RegExp(`${id} is left behind`)) });
    expect(s.platform.controls.webhooks.all()).toHaveLength(1);
    expect(s.platform.controls.apiKeys.all()).toHaveLength(1);
    lacking('delete', 'destroy', 'dropped from the state; a warning for each names what is left behind');
  });

  it('no delete: the plan of a rotation reports the remaining key, and no revocation is requested', async () => {
    const s = await without('apiKeys.delete');
    const rotated = (release: number, overlap = 0) =>
      key('a', { more: `rotation = { overlap_days = ${overlap}, triggers = { release = "${release}" } }` });
    await s.startFrom(rotated(1));
    const [first = ''] = await idsIn(s);
    s.disown(first);
    const leftBehind = [new RegExp(`${first} is left behind`)];
    const { plan } = await s.apply(rotated(2), { warnings: leftBehind });
    expect(plan.warnings.map(({ summary }) => summary)).toContain(`API key ${first} is left behind`);
    expect(await idsIn(s)).not.toContain(first);
    for (const id of await idsIn(s)) s.disown(id);
    await s.destroy({ warnings: [/is left behind/] });
  });

  it('only create: objects are created, and replaced by additional ones', async () => {
    const all = ['get', 'list', 'update', 'delete'] as const;
    const s = await without(...all.flatMap(name => [`webhooks.${name}`, `apiKeys.${name}`] as const));
    await s.apply(config('one'), { warnings: 'any' });
    for (const id of await idsIn(s)) s.disown(id);
    const { plan } = await s.planAndApply(config('two', 'tenants:read'), { warnings: 'any' });
    for (const address of both) expect(plan.actionsOn(address)).toEqual(['delete', 'create']);
    expect(plan.warnings.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/is replaced/));
    lacking(
      'all but create',
      'creation and change',
      'created, and replaced by new ones beside them, with warnings',
    );
  });
});

describe('an operation that turns out to be missing', () => {
  it('is an error that names it and the setting to add, and keeps the state', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    await s.startFrom(config('one'));
    s.platform.controls.faults.add({ operation: 'webhooks.update', effect: { kind: 'status', status: 405 } });
    await s.expectError(
      config('two'),
      /Operation not offered.*unavailable_operations = \["webhooks\.update"\]/s,
    );
    await s.apply();
    recordRow({
      fault: 'the platform answers 405, and nobody has said so',
      moment: 'a change of an endpoint',
      outcome:
        'an error names the operation and the setting to add; the state is kept, and the next apply converges',
    });
  });

  it.each([
    ['a slip', 'webhooks.udpate', /Unknown operation "webhooks\.udpate".*Did you mean "webhooks\.update"/s],
    ['a documented one', 'webhooks.create', /Unknown operation "webhooks\.create".*document shows/s],
  ])('%s cannot be declared', async (_, name, saying) => {
    const s = await scenario({ provider: `unavailable_operations = ["${name}"]` });
    await s.plantSecret('signing');
    await s.expectError(config('one'), saying);
  });
});
