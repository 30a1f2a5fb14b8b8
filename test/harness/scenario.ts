import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../src/sandbox';
import { Scenario } from './scenario/running-scenario';
import { Evidence } from './secrets/evidence';
import { foundTerraform } from './terraform/found-terraform';
import { cliConfiguration, installProvider, requiredProviders } from './terraform/provider-installation';
import { Workspace } from './terraform/workspace';

export type { Applied, Scenario } from './scenario/running-scenario';
export type { Plan } from './terraform/plan';
export { TerraformFailed } from './terraform/terraform-failed';

/**
 * The harness collects the logs and searches them. With logs, each launch has its own process; without, the launches of a
 * command share one, as they do for users (decision 12).
 */
export const withLogs = { TF_LOG: 'TRACE' };

export interface ScenarioOptions {
  /** Options of the sandbox. */
  readonly sandbox?: SandboxOptions;
  /** Added to the environment of Terraform and its providers. With `withLogs`, logs are written and searched. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments of the block `provider "svc"`; `false` for a configuration without the provider. */
  readonly provider?: string | false;
  /** Path of terraform or tofu. @default the one that `npm test` found */
  readonly binary?: string;
}

/**
 * Starts real Terraform in its own folder, with our provider and a sandbox. After the test, it removes processes,
 * folder and sandbox. The test fails if something was left over or leaked.
 */
export async function scenario(options: ScenarioOptions = {}): Promise<Scenario> {
  const evidence = new Evidence();
  const log = (line: string) => evidence.add("the sandbox's log", line);
  const sandbox = await startSandbox({ log, ...options.sandbox });
  const binary = options.binary ?? (await foundTerraform()).path;
  const platform = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const environment = { ...platform, ...options.environment };
  const workspace = await Workspace.create({ binary, environment, cliConfiguration, evidence });
  const running = new Scenario(workspace, sandbox, evidence);
  onTestFinished(() => running.end());
  if (options.provider !== false) {
    await installProvider(binary, workspace);
    await workspace.write(
      'provider.tf',
      `${requiredProviders}\nprovider "svc" {\n${options.provider ?? ''}\n}\n`,
    );
  }
  return running;
}
