import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { execa } from 'execa';
import { temporaryFolder } from '../temporary-folder';

export interface RunOptions {
  /** Default: the place's folder. */
  readonly cwd?: string;
  /** Added to the place's environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The folder that a package must not need. */
export const clone = realpathSync(process.cwd());

/**
 * An empty folder outside the clone, with a home of its own, in which a package is tried. Its programs get no variable of
 * this process but the search path and the way to the network.
 */
export class Place {
  /** What this machine cannot show, a sentence each. */
  readonly skipped: string[] = [];
  readonly folder = temporaryFolder(realpathSync(tmpdir()), 'svc-check-');
  readonly environment: Readonly<Record<string, string>>;

  /** @param more variables of its programs */
  constructor(more: Readonly<Record<string, string>> = {}) {
    const [home, temporary] = [this.path('home'), this.path('tmp')];
    for (const path of [home, temporary]) mkdirSync(path);
    this.environment = { ...inherited(process.env), ...quiet, HOME: home, TMPDIR: temporary, ...more };
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  skip(reason: string): void {
    this.skipped.push(reason);
  }

  /** Runs a command to its end, whatever its exit code. */
  async attempt(
    [program = '', ...parameters]: readonly string[],
    { cwd = this.folder, environment = {} }: RunOptions = {},
  ) {
    const env = { ...this.environment, ...environment };
    const settings = { cwd, env, extendEnv: false, reject: false, stdin: 'ignore', all: true } as const;
    const { exitCode, stdout, all = '' } = await execa(program, parameters, settings);
    // A program that cannot be started has no exit code.
    return { code: exitCode ?? 127, output: exitCode === 0 ? stdout : all };
  }

  /**
   * Runs a command and returns what it prints to standard output.
   *
   * @throws if its exit code is another one; 0 is expected by default
   */
  async run(
    command: readonly string[],
    options: RunOptions & { readonly code?: number } = {},
  ): Promise<string> {
    const { code: expected = 0 } = options;
    const { code, output } = await this.attempt(command, options);
    if (code === expected) return output;
    throw new Error(`${command.join(' ')} ended with ${code} instead of ${expected}.\n${output}`);
  }
}

/** Makes the messages of tools short. */
const quiet = {
  CHECKPOINT_DISABLE: '1',
  CI: 'true',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
};

/** The registries, proxies and certificates of this machine belong to the network, not to the clone. */
const ofTheNetwork = /proxy$|_cert|^ssl_|_ca_|^npm_config_registry$/i;

function inherited(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && ofTheNetwork.test(name) ? [[name, value] as const] : [],
  );
  // npm puts the clone's programs in front of the path.
  const folders = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => !`${resolve(folder)}${sep}`.startsWith(`${clone}${sep}`));
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) };
}
