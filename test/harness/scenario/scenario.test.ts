import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenario, TerraformFailed } from '../scenario';

const withoutProvider = { provider: false } as const;
const data = (input: string) => `resource "terraform_data" "a" {\n  input = ${input}\n}\n`;

describe('a scenario', () => {
  it('hands over variables of any type, and lets a secret pass where Terraform hides it', async () => {
    const s = await scenario(withoutProvider);
    const secret = await s.plantSecret('signing');
    const configuration = `variable "words" {\n  type = list(string)\n}\n${data('join("+", var.words)')}`;
    const hidden = 'output "kept" {\n  value     = var.signing\n  sensitive = true\n}\n';
    const { state } = await s.apply(configuration + hidden, { variables: { words: ['a', 'b'] } });
    expect(state.resources[0]?.values['input']).toBe('a+b');
    expect(state.outputs['kept']?.value).toBe(secret);
  });

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

  it('kills a Terraform at work, and the next apply converges', async () => {
    const s = await scenario(withoutProvider);
    const slow =
      'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = "while [ -e held ]; do sleep 0.1; done"\n  }\n}\n';
    await s.configure(slow);
    await s.workspace.write('held', '');
    const process = s.start('apply', '-auto-approve', '-no-color');
    await expect.poll(() => process.providers()).not.toEqual([]);
    process.kill('SIGKILL');
    await rm(join(s.workspace.root, 'held'));
    expect(await process.finished).toMatchObject({ signal: 'SIGKILL', code: undefined });
    await s.apply(slow);
  });
});
