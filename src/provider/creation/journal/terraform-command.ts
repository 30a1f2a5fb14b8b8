import { readFileSync } from 'node:fs';
import { processColumn } from './process-column';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The command that Terraform runs. No call of the protocol tells it, so the provider reads Terraform's command line.
 */
export interface TerraformCommand {
  /** `plan`, `apply`, … */
  readonly name: string;
  /** True if its walks visit every object of the configuration and of the state. */
  readonly isWhole: boolean;
  /** True if it can create anything: not with -destroy or -refresh-only. */
  readonly mayCreate: boolean;
  /** What it does with the objects of the configuration. */
  readonly mode: 'normal' | 'refresh-only' | 'destroy';
  /** True for an `apply` of a saved plan. */
  readonly hasPlanFile: boolean;
  /** Value of `-state`. */
  readonly stateOption: string | undefined;
}

/** Commands that plan the whole configuration. `import`, `query`, `console` and `test` do not. */
const wholeCommands: ReadonlySet<string> = new Set(['plan', 'apply', 'refresh', 'destroy']);
const creatingCommands: ReadonlySet<string> = new Set(['plan', 'apply']);
const destroying = /^--?destroy(?:=(?!false|0|f)|$)/i;
const refreshingOnly = /^--?refresh-only(?:=(?!false|0|f)|$)/i;
/**
 * Options that exclude objects (`-exclude` is OpenTofu's; `-invoke` runs one action alone), or that trust the stored state
 * without a read.
 */
const restricting =
  /^--?(?:target|target-file|exclude|exclude-file|invoke)(?:=|$)|^--?refresh=(?:false|0|f)$/i;
/** Options whose value may be the next word (Go's package `flag`). */
const withValue =
  /^--?(?:target|target-file|exclude|exclude-file|var|var-file|state|state-out|backup|out|lock-timeout|parallelism|replace|generate-config-out|chdir|encryption|json-into|invoke)$/;

/** Returns undefined if the system does not tell the command line. */
export async function terraformCommandOf(
  pid: number,
  environment: Environment,
): Promise<TerraformCommand | undefined> {
  const words = await commandLineOf(pid);
  return words && parseCommand(words, environment);
}

/** Parses a command line. Options may also come from the environment (Terraform's documentation, "TF_CLI_ARGS"). */
export function parseCommand([, ...words]: readonly string[], environment: Environment): TerraformCommand {
  const { positional, options } = sortWords(words);
  const [name = '', argument] = positional;
  const added = [environment['TF_CLI_ARGS'], environment[`TF_CLI_ARGS_${name}`]].flatMap(wordsOf);
  const all = [...sortWords(added).options, ...options];
  const findOption = (option: string) =>
    all.findLast(word => word.replace(/^--?/, '').startsWith(`${option}=`));
  const given = (option: string) => findOption(option)?.replace(/^[^=]*=/, '');
  const mode = modeOf(name, all);
  return {
    name,
    isWhole: wholeCommands.has(name) && !all.some(word => restricting.test(word)),
    mayCreate: creatingCommands.has(name) && mode === 'normal',
    mode,
    hasPlanFile: name === 'apply' && argument !== undefined,
    stateOption: given('state'),
  };
}

function modeOf(name: string, options: readonly string[]): TerraformCommand['mode'] {
  if (name === 'destroy' || options.some(word => destroying.test(word))) return 'destroy';
  return name === 'refresh' || options.some(word => refreshingOnly.test(word)) ? 'refresh-only' : 'normal';
}

/** Separates options from positional arguments. `-state x` becomes `-state=x`. */
function sortWords(words: readonly string[]): { positional: readonly string[]; options: readonly string[] } {
  const positional: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) positional.push(word);
    else if (!withValue.test(word)) options.push(word);
    else {
      index += 1;
      options.push(`${word}=${words[index] ?? ''}`);
    }
  }
  return { positional, options };
}

/** Splits words as the shell does: quotes keep a value with spaces together. */
const wordsOf = (text = '') =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''));

async function commandLineOf(pid: number): Promise<readonly string[] | undefined> {
  try {
    if (process.platform !== 'linux') return (await processColumn('args', pid)).split(/\s+/);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0');
  } catch {
    return undefined;
  }
}
