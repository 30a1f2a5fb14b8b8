import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Cdk } from '../../scripts/generate-bindings';
import type { Sandbox } from '../../src/sandbox';
import { CdktfProject } from '../cdktf/cdktf-project';
import { succeeded } from '../cdktf/run';
import { aSandbox } from '../harness/a-sandbox';
import { toolchains } from './toolchains';

/** The stack of the examples. */
const exampleStack = 'security-operations';

/** Tests the example of a CDK in every language. Each CDK is a file of tests, so that two workers share them. */
export function testExamples(cdk: Cdk): void {
  it.for(Object.keys(toolchains))(
    `the example in %s for ${cdk} is the stack of TypeScript, deploys, plans nothing, and is destroyed`,
    async (language, context) => {
      const sandbox = await aSandbox();
      const project = await aProject(sandbox, language, cdk);
      const obstacle = await toolchains[language]?.prepare(project, cdk);
      if (obstacle !== undefined) context.skip(obstacle);
      const { webhooks, apiKeys } = sandbox.controls;

      const deployed = succeeded(await project.cdktf('deploy', '--auto-approve'));
      expect(deployed).toContain('Apply complete! Resources: 4 added, 0 changed, 0 destroyed.');
      expect(webhooks.all()).toHaveLength(3);
      expect(deployed).toMatch(/dashboard_environment = "?test"?/);
      expect(await synthesized(project)).toEqual(await synthesizedByTypescript(cdk));
      // This synthesizes once more.
      expect(succeeded(await project.cdktf('diff'))).toContain('No changes.');
      expect(await synthesized(project)).toEqual(await synthesizedByTypescript(cdk));

      succeeded(await project.terraform(exampleStack, 'destroy', '-auto-approve', '-no-color'));
      expect([...webhooks.all(), ...apiKeys.all()]).toEqual([]);
    },
  );
}

async function aProject(sandbox: Sandbox, language: string, cdk: Cdk): Promise<CdktfProject> {
  const environment = {
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: randomBytes(24).toString('base64url'),
    // Node 20 is supported by us and no longer by jsii, which says so at every start.
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
    ...(await toolchains[language]?.environment?.()),
  };
  return CdktfProject.create(environment, {
    cdks: [cdk],
    language,
    programs: toolchains[language]?.programs,
  });
}

/** What synthesis has written for the stack of the examples, without notes and the place of the state. */
async function synthesized(project: CdktfProject): Promise<unknown> {
  const text = await readFile(path.join(project.stackFolder(exampleStack), 'cdk.tf.json'), 'utf8');
  const { terraform, ...rest } = JSON.parse(text, (name, value) => (name === '//' ? undefined : value));
  return { ...rest, terraform: { ...terraform, backend: undefined } };
}

const byTypescript = new Map<Cdk, Promise<unknown>>();

/** What the example in TypeScript synthesizes, in a project of its own. It is synthesized once in a worker. */
function synthesizedByTypescript(cdk: Cdk): Promise<unknown> {
  const reference = byTypescript.get(cdk) ?? synthesizeReference(cdk);
  byTypescript.set(cdk, reference);
  return reference;
}

async function synthesizeReference(cdk: Cdk): Promise<unknown> {
  const project = await aProject(await aSandbox(), 'typescript', cdk);
  succeeded(await project.synthesize());
  return synthesized(project);
}
