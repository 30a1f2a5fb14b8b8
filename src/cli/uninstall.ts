import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { registryHosts } from '../constructs/installation/registry-hosts';
import {
  directoryOption,
  type InstallationFlags,
  inFolder,
  pluginFolder,
} from './installation/plugin-folder';
import { print } from './say';

export function uninstallCommand(): Command {
  return new Command('uninstall')
    .description('Remove all versions of svc/svc from the folder of "install". Other files stay.')
    .addOption(directoryOption())
    .addHelpText('after', '\nExample:\n  npx --no cdktf-provider-svc uninstall')
    .action(uninstall);
}

function uninstall({ dir }: InstallationFlags): void {
  const folder = dir ?? pluginFolder(process.env, process.platform);
  const packages = inFolder(folder, () => {
    const found = packagesIn(folder);
    for (const file of found) rmSync(file);
    return found;
  });
  const isFound = packages.length > 0;
  print(isFound ? `Removed svc/svc from ${folder}` : `Nothing to remove: ${folder} does not have svc/svc`);
}

/** One for each registry and platform of a version. */
function packagesIn(folder: string): readonly string[] {
  const pattern = /^terraform-provider-svc_\d+\.\d+\.\d+[^_]*_[a-z]+_[a-z0-9]+\.zip$/;
  return Object.values(registryHosts).flatMap(host => {
    const inner = join(folder, host, 'svc', 'svc');
    const names = existsSync(inner) ? readdirSync(inner) : [];
    return names.filter(name => pattern.test(name)).map(name => join(inner, name));
  });
}
