import { TerraformOutput } from 'cdktf';
import { SvcFunctions } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { aStack, expression, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';

it.each([
  ['webhook_signature(var.signing_secret, "b")', (key: string) => SvcFunctions.webhookSignature(key, 'b')],
  [
    'verify_webhook_signature(var.signing_secret, "b", "c\\"d")',
    (key: string) => SvcFunctions.verifyWebhookSignature(key, 'b', 'c"d'),
  ],
  ['key_environment(var.signing_secret)', (key: string) => SvcFunctions.keyEnvironment(key)],
])('a function of the provider is a call in the synthesized stack: %s', (call, resultFor) => {
  const { stack, secret } = aStack();
  new TerraformOutput(stack, 'value', { value: resultFor(secret), sensitive: true });
  expect(JSON.parse(synthesized(stack)).output.value.value).toBe(expression(`provider::svc::${call}`));
});

it.each([
  ['webhookSignature', () => SvcFunctions.webhookSignature(planted, '')],
  ['verifyWebhookSignature', () => SvcFunctions.verifyWebhookSignature(planted, '', '')],
  ['keyEnvironment', () => SvcFunctions.keyEnvironment(planted)],
])('%s refuses a literal secret and does not repeat it', (name, call) => {
  expect(call).toThrow(new RegExp(`^SvcFunctions\\.${name}: (?!.*${planted}).* is a literal`));
});
