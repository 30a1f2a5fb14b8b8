import { TerraformOutput, TerraformVariable } from 'cdktf';
import { SvcFunctions } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { aStack, expression, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';

/** The functions decode what `test/cdktf/functions.test.ts` delivers. */
function decoded(text: string): string {
  return `base64decode("${Buffer.from(text).toString('base64')}")`;
}

it.each([
  [
    `webhook_signature(var.signing_secret, ${decoded('\\n"')})`,
    (key: string) => SvcFunctions.webhookSignature(key, '\\n"'),
  ],
  [
    `webhook_signature(var.signing_secret, join("", [var.signing_secret, ${decoded('"')}]))`,
    (key: string) => SvcFunctions.webhookSignature(key, `${key}"`),
  ],
  [
    `verify_webhook_signature(var.signing_secret, join("", []), ${decoded('c"d')})`,
    (key: string) => SvcFunctions.verifyWebhookSignature(key, '', 'c"d'),
  ],
  ['key_environment(var.signing_secret)', (key: string) => SvcFunctions.keyEnvironment(key)],
])('a function of the provider is a call in the synthesized stack: %s', (call, resultFor) => {
  const { stack, secret } = aStack();
  new TerraformOutput(stack, 'value', { value: resultFor(secret), sensitive: true });
  expect(JSON.parse(synthesized(stack)).output.value.value).toBe(expression(`provider::svc::${call}`));
});

it.each([
  ['webhookSignature', () => SvcFunctions.webhookSignature(planted, '')],
  ['webhookSignature', () => SvcFunctions.webhookSignature(expression(planted), '')],
  ['verifyWebhookSignature', () => SvcFunctions.verifyWebhookSignature(planted, '', '')],
  ['keyEnvironment', () => SvcFunctions.keyEnvironment(planted)],
])('%s refuses a literal secret and does not repeat it', (name, call) => {
  expect(call).toThrow(new RegExp(`^SvcFunctions\\.${name}: (?!.*${planted}).* is a literal`));
});

it.each([
  ['a list', (list: string) => JSON.stringify({ list }), 'Give Fn.jsonencode('],
  ['letters in parts', () => 'Cafe\u0301', 'Terraform composes them'],
])('a body with %s is refused: Terraform would sign another', (_, bodyWith, message) => {
  const { stack, secret } = aStack();
  const list = new TerraformVariable(stack, 'list', { type: 'list(string)' }).listValue.join();
  expect(() => SvcFunctions.webhookSignature(secret, bodyWith(list))).toThrow(message);
});
