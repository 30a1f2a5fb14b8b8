import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { findTerraform } from '../../src/cli/terraform-binary';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { Evidence } from '../../test/harness/secrets/evidence';
import {
  cliConfiguration,
  installProvider,
  requiredProviders,
} from '../../test/harness/terraform/provider-installation';
import { failureOf } from '../../test/harness/terraform/terraform-failed';
import { Workspace } from '../../test/harness/terraform/workspace';
import { after, before } from './sample';

export interface SamplePlan {
  /** As `terraform show -json` prints it. */
  readonly plan: string;
  /** The key that Terraform ran with. */
  readonly ownKey: string;
}

/** Makes a plan of the sample with real Terraform against a sandbox. */
export async function makePlanOfSample(): Promise<SamplePlan> {
  const binary = (await findTerraform({ environment: process.env })).path;
  const sandbox = await startSandbox();
  const workspace = await Workspace.create({
    binary,
    environment: {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_signing_secret: randomBytes(32).toString('hex'),
    },
    cliConfiguration,
    evidence: new Evidence(),
  });
  try {
    await installProvider(binary, workspace);
    return { plan: await planIn(workspace, sandbox), ownKey: sandbox.key };
  } finally {
    await workspace.dispose();
    await rm(workspace.directory, { recursive: true, force: true });
    await sandbox.close();
  }
}

async function planIn(workspace: Workspace, sandbox: Sandbox): Promise<string> {
  const terraform = async (...parameters: readonly string[]) => {
    const finished = await workspace.run(parameters, {}, { holdsState: true });
    if (finished.code !== 0) throw failureOf(finished);
    return finished.stdout;
  };
  await workspace.write('provider.tf', `${requiredProviders}\nprovider "svc" {}\n`);
  await workspace.write('main.tf', before);
  await terraform('apply', '-auto-approve', '-no-color');
  changeThePlatform(sandbox);
  await workspace.write('main.tf', after);
  await terraform('plan', '-no-color', '-out=plan');
  return terraform('show', '-json', 'plan');
}

/** The pager stops answering, and somebody renames a key by hand. */
function changeThePlatform({ controls: { webhooks, apiKeys } }: Sandbox): void {
  for (const { id, url } of webhooks.all())
    if (new URL(url).hostname.startsWith('pager')) webhooks.update(id, { status: 'degraded' });
  for (const { id, name } of apiKeys.all())
    if (name === 'nightly-export') apiKeys.update(id, { name: 'nightly-export-2' });
}
