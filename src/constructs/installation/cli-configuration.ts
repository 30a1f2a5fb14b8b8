import * as fs from 'node:fs';
import * as path from 'node:path';
import { homeFolder } from './home-folder';
import type { Product } from './registry-hosts';

/**
 * A file of the CLI configuration.
 *
 * @internal
 */
export interface CliConfigurationFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the CLI configuration that Terraform or OpenTofu will use, in their order. Skips missing or
 * unreadable files: the programs warn about them or ignore them.
 *
 * @param workingFolder where Terraform will run: relative paths in the environment start there
 * @internal
 */
export function cliConfiguration(product: Product, workingFolder: string): CliConfigurationFile[] {
  const { TF_CLI_CONFIG_FILE: named, TERRAFORM_CONFIG: legacy } = process.env;
  const override = named || legacy;
  const files = override ? [path.resolve(workingFolder, override)] : usualFiles(product);
  return files.flatMap(file => {
    const text = read(file);
    return text === undefined ? [] : [{ file, text }];
  });
}

/**
 * Paths of Terraform's `configFile` and `configDir` on Unix, and of OpenTofu's, which also supports the XDG
 * folders.
 */
function usualFiles(product: Product): string[] {
  const home = homeFolder(process.env);
  if (home === undefined) return [];
  const xdg = product === 'tofu' && process.env['XDG_CONFIG_HOME'];
  const names = product === 'tofu' ? ['.tofurc', '.terraformrc'] : ['.terraformrc'];
  const candidates = names.map(name => path.join(home, name));
  const usual = xdg ? [...candidates, path.join(xdg, 'opentofu', 'tofurc')] : candidates;
  const file = usual.find(candidate => fs.existsSync(candidate));
  const folder = path.join(home, '.terraform.d');
  const inUse = xdg && !fs.existsSync(folder) ? path.join(xdg, 'opentofu') : folder;
  return [...(file === undefined ? [] : [file]), ...fragments(inUse)];
}

function fragments(folder: string): string[] {
  try {
    const names = fs.readdirSync(folder).filter(name => /\.tfrc(?:\.json)?$/.test(name));
    return names.sort().map(name => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Skips pipes, such as `<(…)` of a shell: they can be read only once, by Terraform. */
function read(file: string): string | undefined {
  try {
    return fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
