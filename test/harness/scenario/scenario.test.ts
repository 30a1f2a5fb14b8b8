import { describe, expect, it } from 'vitest';
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
    await s.behindTheBack(api =>
      api.webhooks.create({ url: 'https://a.example/x', events: ['alert.created'] }),
    );
    await s.apply(data('"one"'));
    const orphan = s.platform.controls.webhooks.create({
      url: 'https://b.example/x',
      events: ['alert.created'],
    });
    await expect(s.apply()).rejects.toThrow(
      `nothingOrphaned: ${orphan.id} is on the platform and in no state`,
    );
  });

  it('finds a secret that went through an encoding', async () => {
    const s = await scenario(withoutProvider);
    await s.plantSecret('signing');
    const shown = 'output "shown" {\n  value = nonsensitive(base64encode("<$' + '{var.signing}>"))\n}\n';
    await expect(s.apply(shown)).rejects.toThrow(/signing stands .+ in stdout of terraform apply/);
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
