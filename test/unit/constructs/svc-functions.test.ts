import { TerraformOutput } from 'cdktf';
import { SvcFunctions } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { aStack, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';

describe('the provider’s functions', () => {
  it('are calls in the synthesized stack', () => {
    const { stack, secret } = aStack();
    const value = SvcFunctions.webhookSignature(secret, 'body');
    new TerraformOutput(stack, 'signature', { value, sensitive: true });
    const call = 'provider::svc::webhook_signature(var.signing_secret, \\"body\\")';
    expect(synthesized(stack)).toContain(`"\${${call}}"`);
  });

  it.each([
    ['webhookSignature', () => SvcFunctions.webhookSignature(planted, '')],
    ['verifyWebhookSignature', () => SvcFunctions.verifyWebhookSignature(planted, '', '')],
    ['keyEnvironment', () => SvcFunctions.keyEnvironment(planted)],
  ])('%s refuses a literal secret and does not repeat it', (name, call) => {
    expect(call).toThrow(new RegExp(`^SvcFunctions\\.${name}: (?!.*${planted}).* is a literal`));
  });
});
