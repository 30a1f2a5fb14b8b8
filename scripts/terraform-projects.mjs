import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';

/**
 * Returns a vitest project for each path in TERRAFORM_BINARIES, such as `terraform (tofu 1.12.6)`. Without that variable
 * it is `terraform` alone, for the binary that `npm test` finds. Vite warns about TypeScript in its configuration.
 *
 * @param {string} kind first word of the name
 * @returns {{name: string, env: Record<string, string>}[]}
 */
export function terraformProjects(kind) {
  const paths = (process.env['TERRAFORM_BINARIES'] ?? '').split(delimiter).filter(path => path !== '');
  if (paths.length === 0) return [{ name: kind, env: {} }];
  const env = { ...process.env, CHECKPOINT_DISABLE: '1' };
  return paths.map(path => {
    const text = execFileSync(path, ['version'], { encoding: 'utf8', env });
    const [, product, version] = /^(\w+) v(\S+)/m.exec(text) ?? [];
    const name = `${kind} (${product === 'OpenTofu' ? 'tofu' : 'terraform'} ${version})`;
    return { name, env: { TERRAFORM_BINARY_NAME: path } };
  });
}
