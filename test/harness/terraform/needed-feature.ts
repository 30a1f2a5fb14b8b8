import type { TestContext } from 'vitest';
import { foundTerraform } from './found-terraform';

/** The first version that has a feature, as major and minor. The provider itself supports Terraform 1.8 and newer. */
const since = {
  // OpenTofu has none.
  actions: { terraform: [1, 14], tofu: [Number.POSITIVE_INFINITY, 0] },
  'ephemeral values': { terraform: [1, 10], tofu: [1, 11] },
  'resource identity': { terraform: [1, 12], tofu: [1, 12] },
  // OpenTofu has none.
  'list resources': { terraform: [1, 14], tofu: [Number.POSITIVE_INFINITY, 0] },
  'write-only arguments': { terraform: [1, 11], tofu: [1, 11] },
} as const satisfies Record<string, Record<'terraform' | 'tofu', readonly [number, number]>>;

/** Skips a test, and says so, if the Terraform of this run has no such feature. */
export async function needFeature(feature: keyof typeof since, { skip }: TestContext): Promise<void> {
  const { product, version } = await foundTerraform();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [firstMajor, firstMinor] = since[feature][product];
  const isOlder = major < firstMajor || (major === firstMajor && minor < firstMinor);
  skip(isOlder, `${product} ${version} has no ${feature}; npm run test:all runs others`);
}
