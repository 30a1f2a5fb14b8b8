import { promises as files } from 'node:fs';
import { isStillThere, startOf } from './owner';
import { processColumn } from './process-column';

/** One command of Terraform's: it starts the providers, several times over. */
export interface TerraformRun {
  /** Tells it from every other run on this machine. */
  readonly name: string;
  /** Whether its walks come to every object of the states, as far as its command line tells. */
  readonly looksAtAll: boolean;
  /** False once it is gone: then its walk was cut off, wherever it was. */
  isThere(): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Commands that plan the whole configuration; `import`, `console` and `test` do not. */
const wholeCommands: ReadonlySet<string> = new Set(['plan', 'apply', 'refresh', 'destroy']);
/** Options that leave objects out (OpenTofu has `-exclude`), or bring another state. */
const restricting = /(?:^|\s)["']?--?(?:target|exclude|state)\b/;

/**
 * The Terraform that this process is a provider of. No call of the protocol says what Terraform was asked to do, so its
 * command line is asked; undefined where the system does not tell.
 */
export async function terraformRun(environment: Environment): Promise<TerraformRun | undefined> {
  // The launcher says so where it stands between the two (scripts/build/launcher.sh).
  const pid = Number(environment['SVC_TERRAFORM'] ?? process.ppid);
  const [started, words] = await Promise.all([startOf(pid), commandLineOf(pid)]);
  if (started === undefined || words === undefined) return undefined;
  return {
    name: `${pid}-${started}`,
    looksAtAll: looksAtAll(words, environment),
    isThere: () => isStillThere(pid, started),
  };
}

/** Options may come from the environment as well (Terraform's documentation, "TF_CLI_ARGS"). */
export function looksAtAll([, ...words]: readonly string[], environment: Environment): boolean {
  const command = words.find(word => !word.startsWith('-')) ?? '';
  const options = [...words, environment['TF_CLI_ARGS'], environment[`TF_CLI_ARGS_${command}`]];
  return wholeCommands.has(command) && !options.some(option => restricting.test(option ?? ''));
}

async function commandLineOf(pid: number): Promise<readonly string[] | undefined> {
  try {
    if (process.platform === 'linux')
      return (await files.readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return (await processColumn('args', pid)).split(/\s+/);
  } catch {
    return undefined;
  }
}
