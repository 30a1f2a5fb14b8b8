import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';

/**
 * Returns a vitest project for each path in TERRAFORM_BINARIES, such as `terraform (tofu 1.12.6)`. Without that variable
 * it is `terraform` alone, for the binary that `npm test` finds. vitest's configuration imports this, so it is
 * JavaScript: Vite warns about TypeScript there.
 *
 * @param {string} kind first word of the name
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {{name: string, env: Record<string, string>}[]}
 * @throws {Error} if a path is no terraform or tofu
 */
export function terraformProjects(kind, environment) {
  const paths = (environment['TERRAFORM_BINARIES'] ?? '').split(delimiter).filter(path => path !== '');
  if (paths.length === 0) return [{ name: kind, env: {} }];
  return paths.map(path => ({ name: `${kind} (${describe(path)})`, env: { TERRAFORM_BINARY_NAME: path } }));
}

/** @param {string} path */
function describe(path) {
  const env = { ...process.env, CHECKPOINT_DISABLE: '1' };
  const text = execFileSync(path, ['version'], { encoding: 'utf8', env, timeout: 30_000 });
  const [, product, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(text) ?? [];
  if (product === undefined)
    throw new Error(
      `${path} in TERRAFORM_BINARIES does not answer \`version\` as Terraform or OpenTofu does.`,
    );
  return `${product === 'OpenTofu' ? 'tofu' : 'terraform'} ${version}`;
}
