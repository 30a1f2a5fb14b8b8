import { expect, it, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';

const [listing = ''] = codeOf('docs/several-environments.md', 'The same with cdktf', 'typescript');

const program = `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { ApiKey, ApiScope, EphemeralVariable, SvcProvider } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
const productionUrl = new TerraformVariable(stack, 'production_url', { type: 'string' });
const stagingUrl = new TerraformVariable(stack, 'staging_url', { type: 'string' });
${listing}
app.synth();
`;

async function aPlatform(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

it('docs/several-environments.md, with cdktf: one stack deploys to two platforms', async () => {
  const [production, staging] = [await aPlatform(), await aPlatform()];
  const project = await CdktfProject.create({
    TF_VAR_production_url: production.url,
    TF_VAR_production_key: production.key,
    TF_VAR_staging_url: staging.url,
    TF_VAR_staging_key: staging.key,
  });
  await project.writeProgram(program);
  await project.deploy('stack');
  for (const { controls } of [production, staging]) {
    expect(controls.apiKeys.all().filter(({ name }) => name === 'dashboard')).toHaveLength(1);
  }
});
