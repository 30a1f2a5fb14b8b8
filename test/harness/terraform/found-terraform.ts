import { terraformOrPinned } from '../../../scripts/pinned-terraform';
import type { TerraformBinary } from '../../../src/cli/terraform-binary';

const found = new Map<string | undefined, Promise<TerraformBinary>>();

/** The Terraform of this run. A search starts `terraform version`, so a worker searches once for each name. */
export function foundTerraform(): Promise<TerraformBinary> {
  const name = process.env['TERRAFORM_BINARY_NAME'];
  const search = found.get(name) ?? terraformOrPinned(() => {});
  found.set(name, search);
  return search;
}
