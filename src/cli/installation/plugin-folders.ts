import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../constructs/installation/home-folder';

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/**
 * Folders of this user that Terraform and OpenTofu both search for providers, without any configuration. The first one
 * is for installing (decision 23). Both programs also search `terraform.d/plugins` in the working directory.
 */
export function impliedPluginFolders({ environment, platform }: Surroundings): readonly [string, string] {
  const home = homeFolder(environment);
  if (home === undefined)
    throw new Error('This user has no home folder. Set HOME, or choose another folder with --dir.');
  const classic = join(home, '.terraform.d');
  const plugins: readonly [string, string] = [
    join(classic, 'plugins'),
    join(dataFolder(home, environment, platform), 'plugins'),
  ];
  // If ~/.terraform.d exists, OpenTofu ignores its XDG folders, with the user's configuration and credentials in them.
  const usesXdg = Boolean(environment['XDG_CONFIG_HOME'] || environment['XDG_DATA_HOME']);
  return usesXdg && !existsSync(classic) ? [plugins[1], plugins[0]] : plugins;
}

/** Returns the folder of `userdirs.ForApp("Terraform", "HashiCorp", "io.terraform")`, which both programs use. */
function dataFolder(
  home: string,
  environment: Surroundings['environment'],
  platform: NodeJS.Platform,
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'io.terraform');
  const xdg = environment['XDG_DATA_HOME'];
  const data = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share');
  return join(data, 'terraform');
}
