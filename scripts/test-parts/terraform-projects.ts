import { delimiter } from 'node:path';
import { findTerraform } from '../../src/cli/terraform-binary';

/** A project of vitest for one terraform or tofu. */
export interface TerraformProject {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns a project for each path in TERRAFORM_BINARIES, such as `terraform (tofu 1.12.6)`. Without that variable it is
 * `terraform` alone, for the one that `npm test` finds.
 *
 * @throws TerraformNotFound if a path is no terraform or tofu
 */
export async function terraformProjects(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly TerraformProject[]> {
  const paths = (environment['TERRAFORM_BINARIES'] ?? '').split(delimiter).filter(path => path !== '');
  if (paths.length === 0) return [{ name: 'terraform', env: {} }];
  return Promise.all(
    paths.map(async path => {
      const { product, version } = await findTerraform({ environment: { TERRAFORM_BINARY_NAME: path } });
      return { name: `terraform (${product} ${version})`, env: { TERRAFORM_BINARY_NAME: path } };
    }),
  );
}
