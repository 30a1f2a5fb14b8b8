#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { demandCertificateChecks } from '../client';
import { withFlagNames } from './flag-names';
import { journalCommand } from './journal';
import { loginCommand } from './login';
import { logoutCommand } from './logout';
import { reportCommand } from './report/command';
import { GateHit } from './report/gate';
import { sandboxCommand } from './sandbox/command';
import { say } from './say';
import { whoamiCommand } from './whoami';

/** Exit code for wrong usage, as in shells and make. A command that fails exits with 1. */
const usageExitCode = 2;

function program(): Command {
  return new Command('cdktf-provider-svc')
    .description('Tools beside the SVC provider for Terraform and CDKTF.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: text => say(text.trimEnd()) })
    .exitOverride()
    .hook('preAction', () => demandCertificateChecks(process.env));
}

async function main(): Promise<number> {
  const root = program();
  const commands = [
    reportCommand(),
    sandboxCommand(),
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
    if (error instanceof GateHit) {
      say(error.message);
      return error.exitCode;
    }
    say(`error: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

void main().then(code => {
  process.exitCode = code;
});
