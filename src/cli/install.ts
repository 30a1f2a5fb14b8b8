import { Command } from 'commander';
import { version } from '../../package.json';
import { writeMirror } from '../constructs/installation/packed-provider';
import { installationAdvice, installationBlock } from '../constructs/installation/provider-installation';
import {
  directoryOption,
  type InstallationFlags,
  inFolder,
  pluginFolder,
} from './installation/plugin-folder';
import { print, say } from './say';

const examples = `
Examples:
  npx --no cdktf-provider-svc install               then "terraform init" or "tofu init", with no registry and no network
  npx --no cdktf-provider-svc install --dir /opt/terraform/mirror`;

export function installCommand(): Command {
  return new Command('install')
    .description('Install the provider for Terraform and OpenTofu in your home directory. Needs no network.')
    .addOption(directoryOption())
    .addHelpText('after', examples)
    .action(install);
}

function install({ dir }: InstallationFlags): void {
  const folder = dir ?? pluginFolder(process.env, process.platform);
  const { isChanged } = inFolder(folder, () => writeMirror(folder, version));
  const product = `svc/svc ${version}`;
  print(isChanged ? `Installed ${product} in ${folder}` : `${product} is already installed in ${folder}`);
  for (const advice of adviceFor(folder, dir === undefined))
    say(dir === undefined ? `warning: ${advice}` : advice);
}

/** Returns what the CLI configuration needs, so that both programs, started in this folder, find the provider. */
function adviceFor(folder: string, isSearched: boolean): ReadonlySet<string> {
  const programs = ['terraform', 'tofu'] as const;
  if (isSearched)
    return new Set(programs.flatMap(program => installationAdvice(program, process.cwd(), folder) ?? []));
  return new Set([
    `Terraform and OpenTofu search ${folder} only if the CLI configuration (~/.terraformrc or ~/.tofurc) names it:\n\n` +
      installationBlock(folder),
  ]);
}
