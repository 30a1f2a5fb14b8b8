import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const [importFrom = '', generate = ''] = codeOf('docs/importing.md', 'With cdktf', 'typescript');

const program = (construct: string, generated: string) => `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
const secret = new TerraformVariable(stack, 'signing_secret', { type: 'string', sensitive: true });
secret.overrideLogicalId('signing_secret');
${importFrom.replace('wh_123', construct)}
${generate.replace("'alerts', 'wh_123'", `'generated', '${generated}'`)}
app.synth();
`;

it('docs/importing.md, with cdktf: importFrom and generateConfigForImport import, and change nothing', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const [construct, generated] = ['alerts', 'incidents'].map(path =>
    sandbox.controls.webhooks.create({
      url: `https://hooks.example.com/${path}`,
      events: ['alert.created'],
      secret: 'the-secret-that-the-platform-has',
    }),
  );
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: 'the-secret-that-the-program-has',
  });
  await project.writeProgram(program(construct?.id ?? '', generated?.id ?? ''));
  succeeded(await project.synthesize());
  succeeded(await project.terraform('stack', 'init', '-no-color'));
  const command = ['plan', '-generate-config-out=generated.tf', '-no-color'];
  const planned = succeeded(await project.terraform('stack', ...command));
  expect(planned).toMatch(/2 to import, 0 to add, 0 to change, 0 to destroy/);
});
