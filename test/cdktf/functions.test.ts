import { createHmac, randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

const program = `
import { App, Fn, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { SvcFunctions, SvcProvider } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'functions');
new SvcProvider(stack, 'svc');
const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
const key = new TerraformVariable(stack, 'key', { sensitive: true }).stringValue;
const signature = SvcFunctions.webhookSignature(secret, 'a "quoted" body');
const values = {
  signature,
  genuine: SvcFunctions.verifyWebhookSignature(secret, 'a "quoted" body', signature),
  forged: SvcFunctions.verifyWebhookSignature(secret, 'another body', signature),
  environment: SvcFunctions.keyEnvironment(key),
};
for (const [name, value] of Object.entries(values)) {
  new TerraformOutput(stack, name, { value: Fn.nonsensitive(value), staticId: true });
}
app.synth();
`;

it('the provider’s functions, which cdktf does not generate, compute in a deployed stack', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const secret = randomBytes(24).toString('base64url');
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_secret: secret,
    TF_VAR_key: sandbox.key,
  });
  await project.writeProgram(program);
  await project.deploy('functions');
  const outputs = JSON.parse(succeeded(await project.terraform('functions', 'output', '-json')));
  const hmac = createHmac('sha256', secret).update('a "quoted" body').digest('hex');
  expect(outputs).toMatchObject({
    signature: { value: `sha256=${hmac}` },
    genuine: { value: true },
    forged: { value: false },
    environment: { value: 'test' },
  });
});
