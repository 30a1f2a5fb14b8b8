import { getOutputs } from '@jahed/terraform/lib/getOutputs';
import { install } from '@jahed/terraform/lib/install';
import { describe, findTerraform, TerraformNotFound } from '../src/cli/terraform-binary';

/**
 * Returns the Terraform of this machine, else a pinned one. An npm package downloads that one into node_modules/.cache,
 * and verifies the OpenPGP signature of its checksums first.
 */
export async function terraformOrPinned(say: (line: string) => void, download = () => install(getOutputs())) {
  try {
    return await findTerraform();
  } catch (error) {
    if (!(error instanceof TerraformNotFound)) throw error;
    say('No terraform or tofu on PATH: downloading a pinned Terraform and verifying its signature.');
    return describe(await download());
  }
}
