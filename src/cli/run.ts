import { basename } from 'node:path';
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { GateHit } from './report/gate';
import { asCalled, say } from './say';

/** Exit code for wrong usage, as in shells and make. A command that fails exits with 1. */
const usageExitCode = 2;

/** A command is loaded when it is asked for: the sandbox alone takes longer to load than a report takes. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  report: async () => (await import('./report/command')).reportCommand(),
  sandbox: async () => (await import('./sandbox/command')).sandboxCommand(),
  install: async () => (await import('./install')).installCommand(),
  uninstall: async () => (await import('./uninstall')).uninstallCommand(),
  login: async () => (await import('./login')).loginCommand(),
  logout: async () => (await import('./logout')).logoutCommand(),
  whoami: async () => (await import('./whoami')).whoamiCommand(),
  doctor: async () => (await import('./doctor/command')).doctorCommand(),
  adopt: async () => (await import('./adopt/command')).adoptCommand(),
  'find-key': async () => (await import('./find-key')).findKeyCommand(),
  'try-receiver': async () => (await import('./try-receiver')).tryReceiverCommand(),
};

/** Help, and an error about an unknown command, need all commands. */
function loadersFor(name = ''): readonly (() => Promise<Command>)[] {
  const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  return loader === undefined ? Object.values(loaders) : [loader];
}

/** The package for CDK Terrain has the command under both names. */
function nameOfCommand(): string {
  const called = basename(process.argv[1] ?? '');
  return /^cdkt[fn]-provider-svc$/.test(called) ? called : 'cdktf-provider-svc';
}

function program(): Command {
  return new Command(nameOfCommand())
    .description('Tools for the SVC provider of Terraform and CDKTF.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: text => process.stdout.write(asCalled(text)),
      writeErr: text => say(text.trimEnd()),
    })
    .exitOverride();
}

/** commander passes settings only to commands that it makes itself. Without them, an error of a subcommand would exit with 1. */
function withSettingsOf(parent: Command, command: Command): Command {
  for (const inner of command.copyInheritedSettings(parent).commands) withSettingsOf(command, inner);
  return command;
}

/** Runs the command that the parameters name. Returns the exit code. */
export async function run(given: readonly string[]): Promise<number> {
  const root = program();
  try {
    const commands = await Promise.all(loadersFor(given[0]).map(load => load()));
    for (const command of commands) root.addCommand(withSettingsOf(root, command));
    await root.parseAsync([...given], { from: 'user' });
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
