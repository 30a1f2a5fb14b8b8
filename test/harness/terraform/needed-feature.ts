import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { TestContext } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
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

/** Skips a test, and says so, if the Terraform of this run has no backend `pg`: the newest one is compiled without it. */
export async function needPostgresBackend({ skip }: TestContext): Promise<void> {
  const { path, product, version } = await foundTerraform();
  const folder = temporaryFolder(tmpdir(), 'svc-backend-');
  writeFileSync(join(folder, 'main.tf'), 'terraform {\n  backend "pg" {}\n}\n');
  const { all } = await execa(path, ['init', '-input=false'], { cwd: folder, all: true, reject: false });
  skip(
    /no backend type named/.test(all ?? ''),
    `${product} ${version} has no backend "pg"; npm run test:all runs others`,
  );
}
