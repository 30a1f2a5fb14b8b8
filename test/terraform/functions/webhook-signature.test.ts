import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
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
