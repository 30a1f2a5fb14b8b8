import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { toCdkTerrain } from '../../scripts/cdk-terrain/names';
import { right } from '../harness/servers/receiver';
import { projectOnSandbox } from './cdktf-project';
import { expectGenuine } from './delivered-bodies';

const program = `
import { readFileSync } from 'node:fs';
import { App, Fn, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { SvcFunctions, SvcProvider } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'signed');
new SvcProvider(stack, 'svc');
const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
const lines = new TerraformVariable(stack, 'lines', { default: 2, type: 'number' }).numberValue;
const yes = new TerraformVariable(stack, 'yes', { default: true, type: 'bool' }).booleanValue;
const output = (name: string, value: unknown) => new TerraformOutput(stack, name, { value: Fn.nonsensitive(value) });
for (const [index, body] of JSON.parse(readFileSync('bodies.json', 'utf8')).entries()) {
  const signature = SvcFunctions.webhookSignature(secret, body);
  output('signature_' + index, signature);
  output('verified_' + index, SvcFunctions.verifyWebhookSignature(secret, body, signature));
}
output('filled_in', SvcFunctions.webhookSignature(secret, JSON.stringify({ quoted: 'a "b" \\\\ ' + secret, lines })));
output('digits', SvcFunctions.webhookSignature(secret, Fn.tostring(lines) + '000'));
output('another', SvcFunctions.verifyWebhookSignature(secret, 'another', SvcFunctions.webhookSignature(secret, 'body')));
output('unsigned', SvcFunctions.verifyWebhookSignature(secret, '', ''));
output('encoded', SvcFunctions.webhookSignature(secret, Fn.jsonencode({ list: [lines], yes })));
app.synth();
`;

it.each(['cdktf', 'cdktn'] as const)(
  'SvcFunctions of %s sign and verify a body as it is and no other, and one with references as Terraform fills it in',
  async cdk => {
    const secret = randomBytes(24).toString('base64url');
    // Terraform needs no platform for functions. OpenTofu configures the provider first.
    const { project } = await projectOnSandbox({ TF_VAR_secret: secret }, { cdks: [cdk] });
    await project.writeProgram(cdk === 'cdktf' ? program : toCdkTerrain(program));
    const outputs = await expectGenuine(project, secret);
    const filledIn = JSON.stringify({ quoted: `a "b" \\ ${secret}`, lines: 2 });
    // The last two are what the message of a refusal advises.
    for (const [name, body] of [
      ['filled_in', filledIn],
      ['digits', '2000'],
      ['encoded', '{"list":[2],"yes":true}'],
    ] as const)
      expect(outputs[name]?.value).toBe(right(body, secret));
    expect([outputs['another']?.value, outputs['unsigned']?.value]).toEqual([false, false]);
  },
);
