import { TerraformVariable, Token } from 'cdktf';
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

it('a body is refused of which Terraform would sign another', () => {
  const { stack, secret } = aStack();
  const variable = (type: string) => new TerraformVariable(stack, type, { type });
  const list = variable('list(string)').listValue;
  const numbers = Token.asNumberList(variable('list(number)').value);
  const map = Token.asStringMap(variable('map(string)').value);
  const yes = variable('bool').booleanValue;
  const millis = `${variable('number').numberValue}000`;
  const values = [{ list }, { numbers }, { map }, { yes }].map(value => JSON.stringify(value));
  for (const body of [...values, millis, 'Cafe\u0301', `${secret}\u0301`, `${secret}\u1161`, 'half \ud83d'])
    expect(() => SvcFunctions.webhookSignature(secret, body), body).toThrow(
      'Terraform would make another text',
    );
  const signature = SvcFunctions.webhookSignature(secret, '');
  expect(() => SvcFunctions.verifyWebhookSignature(secret, 'e\u0301', signature)).toThrow('another text');
  expect(() => SvcFunctions.keyEnvironment(`${secret}\u0301`)).toThrow('another text');
  // Texts, although they look like numbers as cdktf encodes them.
  for (const body of ['-1.5e+10', 'a -1.5e+300 b', '-1e+5-2e+99', 'Infinity'])
    expect(() => SvcFunctions.webhookSignature(secret, body), body).not.toThrow();
});
