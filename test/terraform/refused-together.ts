import { expect } from 'vitest';
import { type Scenario, scenario, type TerraformFailed } from '../harness/scenario';
import { sayDiagnostic } from '../harness/terraform/terraform-failed';

/**
 * Plans a configuration with a faulty block for each row of a table, so that Terraform runs once for the table. The first
 * test that asks runs it. Returns the errors on an address.
 *
 * @param prepare  creates what the configuration needs, such as a secret
 */
export function refusedTogether(
  configuration: string,
  prepare: (s: Scenario) => Promise<unknown> = async () => {},
): (address: string) => Promise<readonly string[]> {
  const plan = async (): Promise<TerraformFailed> => {
    const s = await scenario();
    await prepare(s);
    const failed = await s.expectError(configuration, /./);
    const { requests } = s.platform.controls;
    expect(requests.count('apiKeys.create') + requests.count('webhooks.create')).toBe(0);
    return failed;
  };
  let failed: Promise<TerraformFailed> | undefined;
  return async address => {
    failed ??= plan();
    const { errors } = await failed;
    return errors.filter(error => error.address === address).map(sayDiagnostic);
  };
}
