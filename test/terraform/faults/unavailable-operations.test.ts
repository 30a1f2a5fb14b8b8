import { expect, it } from 'vitest';
import type { OperationName } from '../../../src/client';
import { type Scenario, scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

const config = (path: string, scope = 'alerts:read') =>
  endpoint('a', { path }) + key('a', { called: 'reporting', scope });
const both = ['svc_webhook_endpoint.a', 'svc_api_key.a'];

/** The platform answers 405 where an operation is missing: none of them may be tried. */
async function without(...operations: readonly OperationName[]): Promise<Scenario> {
  const names = operations.map(name => `"${name}"`).join(', ');
  const s = await scenario({ provider: `unavailable_operations = [${names}]` });
  const [times, effect] = [Number.POSITIVE_INFINITY, { kind: 'status', status: 405 } as const];
  for (const operation of operations) s.platform.controls.faults.add({ operation, times, effect });
  await s.plantSecret('signing');
  return s;
}

const idsIn = async (s: Scenario) => (await s.state()).resources.map(({ values }) => String(values['id']));

it('the platform has no update: a change is planned as a replacement, with the reason; absent and false limits are equal', async () => {
  const s = await without('webhooks.update', 'apiKeys.update');
  await s.startFrom(config('one'));
  const before = await idsIn(s);
  const more =
    endpoint('a', { path: 'one' }) + key('a', { called: 'reporting', more: 'unrestricted = false' });
  expect((await s.plan(more)).actionsOn('svc_api_key.a')).toEqual(['update']);
  const { plan } = await s.planAndApply(config('two', 'tenants:read'), {
    warnings: [
      ...before.map(id => new RegExp(`${id}\\)? is replaced.*unavailable_operations`, 's')),
      /gains tenants:read/,
    ],
  });
  for (const address of both) expect(plan.actionsOn(address)).toEqual(['delete', 'create']);
  expect((await idsIn(s)).filter(id => before.includes(id))).toEqual([]);
});

it('the platform has neither get nor list: the state is kept, and one warning for each kind says that drift is not seen', async () => {
  const s = await without('webhooks.get', 'webhooks.list', 'apiKeys.get', 'apiKeys.list');
  const unseen = [/Drift of webhook endpoints cannot be seen/, /Drift of API keys cannot be seen/];
  await s.apply(config('one'), { afterwards: unseen });
  await s.behindTheBack(api => api.webhooks.update(api.webhooks.all()[0]?.id ?? '', { events: ['a.b'] }));
  const plan = await s.plan();
  expect(plan.isEmpty).toBe(true);
  expect(plan.warnings.map(({ summary }) => summary).toSorted()).toEqual([
    'Drift of API keys cannot be seen',
    'Drift of webhook endpoints cannot be seen',
  ]);
});

it('the platform has no delete: a rotation and a destroy name what is left behind, and request no deletion', async () => {
  const s = await without('webhooks.delete', 'apiKeys.delete');
  const rotated = (release: number) =>
    endpoint('a') +
    key('a', { more: `rotation = { overlap_days = 0, triggers = { release = "${release}" } }` });
  await s.startFrom(rotated(1));
  const leftBehind = (ids: readonly string[]) => ids.map(id => new RegExp(`${id} is left behind`));
  const [first = ''] = (await idsIn(s)).filter(id => id.startsWith('key_'));
  s.disown(first);
  await s.apply(rotated(2), { warnings: leftBehind([first]) });
  const left = await idsIn(s);
  expect(left).not.toContain(first);
  for (const id of left) s.disown(id);
  await s.destroy({ warnings: leftBehind(left) });
  expect([s.platform.controls.webhooks.all().length, s.platform.controls.apiKeys.all().length]).toEqual([
    1, 2,
  ]);
});
