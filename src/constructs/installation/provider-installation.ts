import * as fs from 'node:fs';
import * as path from 'node:path';
import { homeFolder } from './home-folder';
import type { Product } from './registry-hosts';

/**
 * Returns what to add to the user's CLI configuration; undefined if nothing. A `provider_installation` block replaces the
 * folders that Terraform and OpenTofu search by themselves. The text is searched and not parsed: a file that names `svc/svc`
 * counts as configured, and a mere comment about the block gets the advice, too.
 *
 * @param workingFolder where Terraform will run: relative paths in the environment start there
 * @param mirror the folder with the provider, as the configuration should name it
 */
export function installationAdvice(
  product: Product,
  workingFolder: string,
  mirror: string,
): string | undefined {
  const file = cliConfigurationFile(product, workingFolder);
  const text = file === undefined ? '' : read(file);
  if (!text.includes('provider_installation') || text.includes('svc/svc')) return undefined;
  return (
    `${file} has a provider_installation block, so "init" does not search the folder ${mirror}, which has the provider ` +
    `svc/svc. Add the filesystem_mirror to the block, and the exclusion to each of its other methods:\n\n${installationBlock(mirror)}`
  );
}

/** Returns the block of a CLI configuration with which our provider comes from a folder, and all others from registries. */
export const installationBlock = (mirror: string) => `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["svc/svc"]
  }
  direct {
    exclude = ["svc/svc"]
  }
}`;

/** The file that users write. Fragments in `~/.terraform.d` and OpenTofu's XDG folders are not looked at. */
function cliConfigurationFile(product: Product, workingFolder: string): string | undefined {
  const named = process.env['TF_CLI_CONFIG_FILE'];
  if (named) return path.resolve(workingFolder, named);
  const home = homeFolder(process.env);
  if (home === undefined) return undefined;
  const names = product === 'tofu' ? ['.tofurc', '.terraformrc'] : ['.terraformrc'];
  return names.map(name => path.join(home, name)).find(file => fs.existsSync(file));
}

/** Skips pipes, such as `<(…)` of a shell: they can be read only once, by Terraform. */
function read(file: string): string {
  try {
    return fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
