import { describe, expect, it } from 'vitest';
import { endpoint, equalEndpoint } from '../../terraform/blocks';
import { scenario, TerraformFailed } from '../scenario';

const withoutProvider = { provider: false } as const;
const data = (input: string) => `resource "terraform_data" "a" {\n  input = ${input}\n}\n`;

describe('a scenario', () => {
  it('fails when the next plan is not empty', async () => {
    const s = await scenario(withoutProvider);
    await expect(s.apply(data('timestamp()'))).rejects.toThrow(
      /converged: the next plan is not empty: update/,
    );
  });

  it('fails when something on the platform is in no state', async () => {
    const s = await scenario(withoutProvider);
    await s.behindTheBack(api => api.webhooks.create(equalEndpoint('a')));
    await s.apply(data('"one"'));
    const orphan = s.platform.controls.webhooks.create(equalEndpoint('b'));
    await expect(s.apply()).rejects.toThrow(
      `nothingOrphaned: ${orphan.id} is on the platform and in no state`,
    );
  });

  it('fails when the platform has another secret than the state', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    await s.apply(endpoint('a'));
    const { webhooks } = s.platform.controls;
    for (const { id } of webhooks.all()) webhooks.update(id, { secret: 'other' });
    await expect(s.apply()).rejects.toThrow(
      'platformEqualsState: svc_webhook_endpoint.a: secret differs between state and platform',
    );
  });

  // terraform_data copies a sensitive input to an output that is not sensitive: a real leak.
  it('finds a secret that is shown in a state', async () => {
    const s = await scenario(withoutProvider);
    await s.plantSecret('signing');
    await expect(s.apply(data('var.signing'))).rejects.toThrow(/signing stands raw in the state as JSON/);
  });

  it('expects an error, at plan or at apply, and no other', async () => {
    const s = await scenario(withoutProvider);
    const failed = await s.expectError(data('nothing.here'), /undeclared resource/);
    expect(failed.errors).toHaveLength(1);
    const failing = `${data('"x"')}resource "terraform_data" "b" {\n  provisioner "local-exec" {\n    command = "exit 3"\n  }\n}\n`;
    await s.expectError(failing, /exit status 3/);
    await expect(s.expectError(data('nothing.here'), /quota/)).rejects.toThrow(TerraformFailed);
    await expect(s.expectError(data('"x"'), /quota/)).rejects.toThrow(/all went well/);
  });
});
