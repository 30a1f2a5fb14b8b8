import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

/** Other bodies, and those with references: `test/cdktf/functions.test.ts`. */
it('the signature equals the platform’s, is sensitive if its secret is, and is genuine for this body alone', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  const body = '{"type":"alert.created","text":"ü\\n"}';
  const signature = `provider::svc::webhook_signature(var.signing, ${JSON.stringify(body)})`;
  const verified = [`${JSON.stringify(body)}, ${signature}`, `"another", ${signature}`, '"", ""'].map(
    delivery => `nonsensitive(provider::svc::verify_webhook_signature(var.signing, ${delivery}))`,
  );
  const { state } = await s.apply(
    `output "signature" {\n  value     = ${signature}\n  sensitive = true\n}\n` +
      `output "genuine" {\n  value = [${verified.join()}]\n}\n`,
  );
  const signatureOf = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  expect(state.outputs['genuine']?.value).toEqual([true, false, false]);
  expect(state.outputs['signature']).toEqual({
    sensitive: true,
    value: signatureOf(body),
  });
});
