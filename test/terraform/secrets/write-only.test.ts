import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';
import { unzipped } from '../../harness/secrets/unzipped';
import { needFeature } from '../../harness/terraform/needed-feature';

const endpoint = (version: number, secret = 'var.signing') =>
  `resource "svc_webhook_endpoint" "a" {\n  url = "https://a.example/hook"\n  events = ["alert.created"]\n  secret_wo = ${secret}\n  secret_wo_version = ${version}\n}\n`;

/** Every byte of the saved plan and of the state, with the plan's archive opened. */
async function planAndState(s: Scenario, planFile: string): Promise<string> {
  const parts = unzipped(await readFile(join(s.workspace.root, planFile)));
  const state = await readFile(join(s.workspace.root, 'terraform.tfstate'), 'utf8');
  return [...parts.values(), state].join('\n');
}

/** The secret that the only endpoint on the platform signs with. */
function secretOn({ platform: { controls } }: Scenario): string | undefined {
  const [{ id } = { id: '' }] = controls.webhooks.all();
  return controls.webhooks.kept(id)?.secret;
}

it('a write-only secret is sent with each version, is in neither plan nor state, and stays on the platform when it leaves', async context => {
  await needFeature('write-only arguments', context);
  const s = await scenario();
  const first = await s.plantSecret('signing', { ephemeral: true });
  const { plan, state } = await s.apply(endpoint(1));
  expect(state.resources[0]?.values).toMatchObject({ secret: null, secret_wo: null, secret_wo_version: 1 });
  expect(secretOn(s)).toBe(first);
  expect(await planAndState(s, plan.file)).not.toContain(first);

  const next = await s.plantSecret('signing', { ephemeral: true });
  await s.apply(endpoint(1).replace('a.example', 'b.example'));
  expect(secretOn(s)).toBe(first);
  await s.expectError(endpoint(2, 'null'), /secret_wo_version without secret_wo/);
  const unversioned = endpoint(1).replace(/ {2}secret_wo_version.*\n/, '');
  await s.expectError(unversioned, /Missing secret_wo_version/);
  await s.apply(endpoint(2), { warnings: [/\(wh_\w+\) signs with another secret/] });
  expect(secretOn(s)).toBe(next);

  s.forgetSecretOf(String(state.resources[0]?.values['id']));
  const without = endpoint(2).replace(/ {2}secret_wo.*\n/g, '');
  await s.apply(without, { warnings: [/\(wh_\w+\) keeps its secret, which leaves the state/] });
  expect(secretOn(s)).toBe(next);
});
