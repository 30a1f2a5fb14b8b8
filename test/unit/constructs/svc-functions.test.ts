import { TerraformVariable } from 'cdktf';
import { SvcFunctions } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { aStack, expression } from './synthesis';

const planted = 'planted-literal-of-the-test';

/** What they compute: `test/cdktf/functions.test.ts`. */
it.each([
  ['webhookSignature', () => SvcFunctions.webhookSignature(planted, '')],
  ['webhookSignature', () => SvcFunctions.webhookSignature(expression(planted), '')],
  ['verifyWebhookSignature', () => SvcFunctions.verifyWebhookSignature(planted, '', '')],
  ['keyEnvironment', () => SvcFunctions.keyEnvironment(planted)],
])('%s refuses a literal secret and does not repeat it', (name, call) => {
  expect(call).toThrow(new RegExp(`^SvcFunctions\\.${name}: (?!.*${planted}).* is a literal`));
});

it('a body with a list, or with letters in parts, is refused: Terraform would sign another', () => {
  const { stack, secret } = aStack();
  const list = new TerraformVariable(stack, 'list', { type: 'list(string)' }).listValue;
  for (const body of [JSON.stringify({ list }), 'Cafe\u0301'])
    expect(() => SvcFunctions.webhookSignature(secret, body)).toThrow('Terraform would make another text');
});
