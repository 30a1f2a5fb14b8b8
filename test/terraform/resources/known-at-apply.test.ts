import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { endpoint } from '../blocks';

/** Known to Terraform when it has applied it, and not before. */
const later = 'resource "terraform_data" "later" {\n  input = "replace"\n}\n';
const choosing = (choice: string) => endpoint('a').replace('}\n', `  on_degraded = ${choice}\n}\n`);
const address = 'svc_webhook_endpoint.a';

it('on_degraded that is known only at apply is stored by this apply, and replaces the endpoint in the next plan', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const { state } = await s.apply(choosing('"ignore"'));
  const id = String(state.resources.find(each => each.address === address)?.values['id']);
  await s.behindTheBack(api => api.webhooks.update(id, { status: 'degraded' }));
  const plan = await s.plan(later + choosing('terraform_data.later.output'));
  expect(plan.changes[address]).toMatchObject({ actions: ['update'], unknown: { on_degraded: true } });
  await expect(s.applyPlan(plan, { warnings: 'any' })).rejects.toThrow(/the next plan is not empty/);
  const next = await s.plan();
  expect(next.changes[address]?.actions).toEqual(['delete', 'create']);
  await s.applyPlan(next, { warnings: 'any' });
  expect(s.platform.controls.webhooks.all()).toMatchObject([{ status: 'active' }]);
});
