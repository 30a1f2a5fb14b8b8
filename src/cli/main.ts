#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { demandCertificateChecks } from '../client';
import { withFlagNames } from './flag-names';
import { installCommand } from './install';
import { journalCommand } from './journal';
import { loginCommand } from './login';
import { logoutCommand } from './logout';
import { sandboxCommand } from './sandbox/command';
import { say } from './say';
import { uninstallCommand } from './uninstall';
import { whoamiCommand } from './whoami';

/** Exit code for wrong usage, as in shells and make. A command that fails exits with 1. */
const usageExitCode = 2;

function program(): Command {
  return new Command('cdktf-provider-svc')
    .description('Tools for the SVC provider of Terraform and CDKTF.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: text => say(text.trimEnd()) })
    .exitOverride()
    .hook('preAction', () => demandCertificateChecks(process.env));
}

async function main(): Promise<number> {
  const root = program();
  const commands = [
    sandboxCommand(),
    installCommand(),
    uninstallCommand(),
    loginCommand(),
    logoutCommand(),
    whoamiCommand(),
    journalCommand(),
  ];
  for (const command of commands) root.addCommand(command.copyInheritedSettings(root));
  try {
    await withFlagNames(() => root.parseAsync());
    return 0;
  } catch (error) {
    // commander has printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageExitCode;
    say(`error: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

void main().then(code => {
  process.exitCode = code;
});
