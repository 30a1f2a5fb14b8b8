import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { version } from '../../package.json';
import { packagesIn } from './installation/packages';
import {
  directoryOption,
  type InstallationFlags,
  inFolder,
  pluginFolder,
} from './installation/plugin-folder';
import { print } from './say';

interface UninstallFlags extends InstallationFlags {
  readonly all?: boolean;
}

const examples = `
Examples:
  npx --no cdktf-provider-svc uninstall             remove this version
  npx --no cdktf-provider-svc uninstall --all       remove all versions`;

/** `uninstall`: removes the packages of svc/svc from the folder that `install` uses. */
export function uninstallCommand(): Command {
  return new Command('uninstall')
    .description('Remove the packages of svc/svc from the folder of "install". Other files stay.')
    .option('--all', 'remove all versions; default: the version of this package')
    .addOption(directoryOption())
    .addHelpText('after', examples)
    .action(uninstall);
}

function uninstall({ dir, all = false }: UninstallFlags): void {
  const folder = dir ?? pluginFolder(process.env, process.platform);
  const packages = inFolder(folder, () => packagesIn(folder, all ? undefined : version));
  const what = all ? 'svc/svc' : `svc/svc ${version}`;
  inFolder(folder, () => packages.forEach(path => void rmSync(join(folder, path), { force: true })));
  const found = packages.length > 0;
  print(found ? `Removed ${what} from ${folder}` : `Nothing to remove: ${folder} does not have ${what}`);
}
