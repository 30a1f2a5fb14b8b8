import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scenario, scenario, withLogs } from '../../harness/scenario';
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

describe('a write-only secret', () => {
  beforeEach(context => needFeature('write-only arguments', context));

  it('is sent to the platform, and is in neither plan nor state, if its variable is ephemeral', async () => {
    const s = await scenario({ environment: withLogs });
    const secret = await s.plantSecret('signing', { ephemeral: true });
    const { plan, state } = await s.apply(endpoint(1));
    const values = state.resources[0]?.values;
    expect(values).toMatchObject({ secret: null, secret_wo: null, secret_wo_version: 1 });
    expect(s.platform.controls.webhooks.secretOf(String(values?.['id']))).toBe(secret);
    expect(await planAndState(s, plan.file)).not.toContain(secret);
  });

  it('is sent again when only its version changes, and not when nothing does', async () => {
    const s = await scenario();
    const first = await s.plantSecret('signing', { ephemeral: true });
    const { state } = await s.apply(endpoint(1));
    const id = String(state.resources[0]?.values['id']);
    await s.plantSecret('signing', { ephemeral: true });
    expect((await s.plan()).isEmpty).toBe(true);
    expect(s.platform.controls.webhooks.secretOf(id)).toBe(first);

    const next = await s.plantSecret('signing', { ephemeral: true });
    const { plan } = await s.planAndApply(endpoint(2), {
      warnings: [new RegExp(`${id}\\) signs with another secret`)],
    });
    expect(plan.actionsOn('svc_webhook_endpoint.a')).toEqual(['update']);
    expect(s.platform.controls.webhooks.secretOf(id)).toBe(next);
  });

  it('is not changed by an update of another attribute', async () => {
    const s = await scenario();
    const secret = await s.plantSecret('signing', { ephemeral: true });
    const { state } = await s.apply(endpoint(1));
    await s.apply(endpoint(1).replace('a.example', 'b.example'));
    expect(s.platform.controls.webhooks.secretOf(String(state.resources[0]?.values['id']))).toBe(secret);
  });

  it('replaces one in the state, which no longer contains it', async () => {
    const s = await scenario();
    const kept = await s.plantSecret('kept');
    const keeping = endpoint(1, 'null')
      .replace('secret_wo_version = 1', 'secret = var.kept')
      .replace('secret_wo = null\n', '');
    await s.apply(keeping);
    const secret = await s.plantSecret('signing', { ephemeral: true });
    const { state } = await s.apply(endpoint(1), { warnings: [/\(wh_\w+\) signs with another secret/] });
    expect(JSON.stringify(state.resources)).not.toContain(kept);
    expect(s.platform.controls.webhooks.secretOf(String(state.resources[0]?.values['id']))).toBe(secret);
  });

  it('is sent although the changes of a secret in the state are ignored', async () => {
    const s = await scenario();
    await s.plantSecret('kept');
    const ignoring = '  lifecycle {\n    ignore_changes = [secret]\n  }\n}\n';
    await s.apply(
      endpoint(1, 'null')
        .replace('secret_wo_version = 1', 'secret = var.kept')
        .replace('secret_wo = null\n', ''),
    );
    for (const version of [1, 2]) {
      const secret = await s.plantSecret('signing', { ephemeral: true });
      const plan = await s.plan(endpoint(version).replace(/}\n$/, ignoring));
      expect(plan.warnings.map(({ summary }) => summary)).toEqual([
        expect.stringMatching(/\(wh_\w+\) signs with another secret$/),
      ]);
      // Not `s.apply`: Terraform keeps the ignored secret in the state, and the platform has the other one.
      expect((await s.terraform('apply', '-no-color', plan.file)).code).toBe(0);
      const [id = ''] = s.platform.controls.webhooks.all().map(each => each.id);
      expect(s.platform.controls.webhooks.secretOf(id)).toBe(secret);
      expect((await s.plan()).isEmpty).toBe(true);
    }
  });

  it('requires a version', async () => {
    const s = await scenario();
    await s.plantSecret('signing', { ephemeral: true });
    await s.expectError(endpoint(1).replace('  secret_wo_version = 1\n', ''), /Missing secret_wo_version/);
  });

  it('is required for a new version: without one, nothing is sent', async () => {
    const s = await scenario();
    const secret = await s.plantSecret('signing', { ephemeral: true });
    const { state } = await s.apply(endpoint(1));
    await s.expectError(endpoint(2, 'null'), /secret_wo_version without secret_wo/);
    expect(s.platform.controls.webhooks.secretOf(String(state.resources[0]?.values['id']))).toBe(secret);
    await s.apply(endpoint(1, 'null'));
  });

  it('that leaves the configuration leaves the state with a warning, and stays on the platform', async () => {
    const s = await scenario();
    const secret = await s.plantSecret('signing', { ephemeral: true });
    const { state } = await s.apply(endpoint(1));
    s.forgetSecretOf(String(state.resources[0]?.values['id']));
    const without = endpoint(1).replace(/ {2}secret_wo.*\n/g, '');
    await s.apply(without, { warnings: [/\(wh_\w+\) keeps its secret, which leaves the state/] });
    expect(s.platform.controls.webhooks.secretOf(String(state.resources[0]?.values['id']))).toBe(secret);
  });
});
