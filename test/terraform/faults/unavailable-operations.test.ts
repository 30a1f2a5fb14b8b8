import { expect, it } from 'vitest';
import type { OperationName } from '../../../src/client';
import { type Scenario, scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

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
