import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Cdk } from '../../scripts/generate-bindings-from-schema';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { CdktfProject } from '../cdktf/cdktf-project';
import { succeeded } from '../cdktf/run';
import { synthesizedPolicy, synthesizedStack } from './stack';
import { toolchains } from './toolchains';

const cdks: readonly Cdk[] = ['cdktf', 'cdktn'];
const combinations = cdks.flatMap(cdk => Object.keys(toolchains).map(language => [language, cdk] as const));

async function aSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const outputOf = ({ folder }: CdktfProject) => path.join(folder, 'cdktf.out');

function aProject(sandbox: Sandbox, language: string, cdk: Cdk): Promise<CdktfProject> {
  const environment = {
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: randomBytes(24).toString('base64url'),
    // Node 20 is supported by us and no longer by jsii, which says so at every start.
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
  };
  return CdktfProject.create(environment, {
    cdks: [cdk],
    language,
    programs: toolchains[language]?.programs,
  });
}

describe('the example is one and the same stack, which deploys and then plans nothing', () => {
  it.for(combinations)('in %s for %s', async ([language, cdk], context) => {
    const sandbox = await aSandbox();
    const project = await aProject(sandbox, language, cdk);
    const obstacle = await toolchains[language]?.prepare(project, cdk);
    if (obstacle !== undefined) {
      console.warn(`The example in ${language} for ${cdk} is NOT tried here: ${obstacle}`);
      context.skip(obstacle);
    }
    const { webhooks, apiKeys } = sandbox.controls;

    const deployed = succeeded(await project.cdktf('deploy', '--auto-approve'));
    expect(deployed).toContain('Apply complete! Resources: 4 added, 0 changed, 0 destroyed.');
    expect(webhooks.all()).toHaveLength(3);
    expect(deployed).toMatch(/dashboard_environment = "?test"?/);
    expect(succeeded(await project.cdktf('diff'))).toContain('No changes.');

    const reference = await aProject(sandbox, 'typescript', cdk);
    succeeded(await reference.cdktf('synth'));
    const [output, expected] = [outputOf(project), outputOf(reference)];
    expect(await synthesizedStack(output)).toEqual(await synthesizedStack(expected));
    expect(await synthesizedPolicy(output)).toEqual(await synthesizedPolicy(expected));

    succeeded(await project.cdktf('destroy', '--auto-approve'));
    expect([...webhooks.all(), ...apiKeys.all()]).toEqual([]);
  });
});
