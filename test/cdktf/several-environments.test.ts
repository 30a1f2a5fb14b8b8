import { expect, it, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { onlyInWholeRun } from '../harness/extent';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

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

it('docs/several-environments.md, with cdktf: one stack deploys to two platforms, and its plan names a look-alike', async context => {
  onlyInWholeRun(context);
  const [production, staging] = [await aPlatform(), await aPlatform()];
  const project = await CdktfProject.create({
    TF_VAR_production_url: production.url,
    TF_VAR_production_key: production.key,
    TF_VAR_staging_url: staging.url,
    TF_VAR_staging_key: staging.key,
  });
  await project.writeProgram(program);
  const lookAlike = { name: 'dashboard', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
  const { id } = staging.controls.apiKeys.issue(lookAlike);
  const output = succeeded(await project.cdktf('deploy', '--auto-approve'));
  expect(output.match(/looks the same/g)).toEqual(['looks the same']);
  expect(output).toContain(`API key ${id} looks the same`);
  expect(output).toMatch(new RegExp(`^ *│ +terraform import svc_api_key\\.NAME ${id}\\s*$`, 'm'));
  const dashboards = [production, staging].map(
    ({ controls }) => controls.apiKeys.all().filter(({ name }) => name === 'dashboard').length,
  );
  expect(dashboards).toEqual([1, 2]);
});
