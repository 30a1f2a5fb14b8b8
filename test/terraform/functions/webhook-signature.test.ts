import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { findTerraform } from '../../../src/cli/terraform-binary';
import { scenario } from '../../harness/scenario';

it('the signature equals the platform’s, and is sensitive if its secret is', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  const body = '{"type":"alert.created","text":"ü\\n"}';
  const { state } = await s.apply(
    `output "signature" {\n  value     = provider::svc::webhook_signature(var.signing, ${JSON.stringify(body)})\n  sensitive = true\n}\n`,
  );
  expect(state.outputs['signature']).toEqual({
    sensitive: true,
    value: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
});

it('works without a key and without the platform; OpenTofu configures the provider first, so there both are needed', async () => {
  const { product } = await findTerraform({ environment: process.env });
  const s = await scenario({ environment: { SVC_API_KEY: '', SVC_BASE_URL: '' } });
  const output = 'output "signature" {\n  value = provider::svc::webhook_signature("a", "b")\n}\n';
  if (product === 'tofu') await expect(s.apply(output)).rejects.toThrow(/Missing base_url/);
  else await s.apply(output);
  expect(s.platform.controls.requests.all()).toEqual([]);
});
