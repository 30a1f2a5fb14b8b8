import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { findTerraform } from '../../src/cli/terraform-binary';
import { startSandbox } from '../../src/sandbox';
import { CdktfProject } from '../cdktf/cdktf-project';
import { followGuide } from '../cdktf/follow-guide';
import { type Run, run, succeeded } from '../cdktf/run';

/** cdktn-cli does not start on Node.js 20. Both are kept between runs. */
const tools = path.resolve('.cache', 'cdktn-cli-0.24.0');
const packages = ['cdktn-cli@0.24.0', 'cdktn@0.24.0', `node-${process.platform}-${process.arch}@22.22.3`];

const newerNode = path.join(tools, `node_modules/node-${process.platform}-${process.arch}/bin`);

/** Returns why the tools are not available here, if they are not. */
async function obstacle(): Promise<string | undefined> {
  if (existsSync(tools)) return undefined;
  const fresh = `${tools}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(path.join(fresh, 'package.json'), '{ "private": true }');
  const parameters = ['install', '--silent', '--no-audit', '--no-fund', ...packages];
  const installed = await run('npm', parameters, { cwd: fresh, environment: {} });
  if (installed.code !== 0)
    return `npm cannot install ${packages.join(', ')}: ${installed.output.slice(-500)}`;
  await rename(fresh, tools);
  return undefined;
}

/** A command line that deploys a project of CDK Terrain. */
type CommandLine = (project: CdktfProject, ...parameters: string[]) => Promise<Run>;

const cdktfCli: CommandLine = (project, ...parameters) => project.cdktf(...parameters);
const cdktnCli: CommandLine = (project, ...parameters) => {
  const cdktn = path.join(tools, 'node_modules/.bin/cdktn');
  return project.run(
    'env',
    [`PATH=${newerNode}:${process.env['PATH']}`, cdktn, ...parameters],
    project.folder,
  );
};

function skip(context: TestContext, why: string): void {
  console.warn(`${context.task.name} is NOT tried here: ${why}`);
  context.skip(why);
}

async function deploysAndPlansNothing(cdk: CommandLine, environment: Readonly<Record<string, string>> = {}) {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const platform = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const secret = { TF_VAR_signing_secret: randomBytes(24).toString('base64url') };
  const options = { cdks: ['cdktn'] } as const;
  const project = await CdktfProject.create({ ...platform, ...secret, ...environment }, options);
  const deployed = succeeded(await cdk(project, 'deploy', '--auto-approve'));
  expect(deployed).toContain('Apply complete! Resources: 4 added, 0 changed, 0 destroyed.');
  expect(succeeded(await cdk(project, 'diff'))).toContain('No changes.');
  succeeded(await cdk(project, 'destroy', '--auto-approve'));
  const { webhooks, apiKeys } = sandbox.controls;
  expect([...webhooks.all(), ...apiKeys.all()]).toEqual([]);
}

it('cdktn-cli on Node.js 22 deploys the example, plans nothing, and destroys it', async context => {
  const missing = await obstacle();
  if (missing !== undefined) skip(context, missing);
  await deploysAndPlansNothing(cdktnCli);
});

it('the guide for CDK Terrain goes from an empty folder to a deployment and back', async context => {
  const missing = await obstacle();
  if (missing !== undefined) skip(context, missing);
  const environment = { PATH: `${newerNode}:${process.env['PATH']}` };
  const project = await CdktfProject.create(environment, { cdks: ['cdktn'] });
  for (const installed of ['cdktn-cli', '.bin/cdktn'])
    await symlink(`${tools}/node_modules/${installed}`, `${project.folder}/node_modules/${installed}`);
  await followGuide(project);
});

it('cdktf-cli deploys the example of CDK Terrain with OpenTofu', async context => {
  const found = await findTerraform({
    environment: { ...process.env, TERRAFORM_BINARY_NAME: 'tofu' },
  }).catch(() => undefined);
  if (found === undefined) skip(context, 'tofu is missing');
  await deploysAndPlansNothing(cdktfCli, { TERRAFORM_BINARY_NAME: found?.path ?? '' });
});
