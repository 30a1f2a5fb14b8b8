import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const [importFrom = '', generate = ''] = codeOf('docs/importing.md', 'With cdktf', 'typescript');

const program = (listing: string, id: string) => `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
const secret = new TerraformVariable(stack, 'signing_secret', { type: 'string', sensitive: true });
secret.overrideLogicalId('signing_secret');
EventType;
${listing.replace('wh_123', id)}
app.synth();
`;

it.each([
  ['importFrom', importFrom, ['plan']],
  ['generateConfigForImport', generate, ['plan', '-generate-config-out=generated.tf']],
])('docs/importing.md, with cdktf: %s imports, and changes nothing', async (_, listing, command) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { id } = sandbox.controls.webhooks.create({
    url: 'https://hooks.example.com/alerts',
    events: ['alert.created'],
    secret: 'the-secret-that-the-platform-has',
  });
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: 'the-secret-that-the-program-has',
  });
  await project.writeProgram(program(listing, id));
  succeeded(await project.synthesize());
  succeeded(await project.terraform('stack', 'init', '-no-color'));
  const planned = succeeded(await project.terraform('stack', ...command, '-no-color'));
  expect(planned).toMatch(/1 to import, 0 to add, 0 to change, 0 to destroy/);
});
