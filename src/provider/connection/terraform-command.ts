/** What the command of this process does with objects. */
export type CommandMode = 'normal' | 'refresh-only' | 'destroy';

/** The command that Terraform runs. No call of the protocol tells it, so the provider reads Terraform's command line. */
export interface TerraformCommand {
  /** `plan`, `apply`, … Empty if the system does not tell. */
  readonly name: string;
  readonly mode: CommandMode;
  /** True for an `apply` of a saved plan. */
  readonly hasPlanFile: boolean;
  /** False with `-refresh=false`. */
  readonly refreshes: boolean;
}

const destroying = /^--?destroy(?:=(?!false|0|f)|$)/i;
const notRefreshing = /^--?refresh=(?:false|0|f)$/i;
const refreshingOnly = /^--?refresh-only(?:=(?!false|0|f)|$)/i;
/** Options whose value may be the next word (Go's package `flag`). */
const withValue =
  /^--?(?:target|target-file|exclude|exclude-file|var|var-file|state|state-out|backup|out|lock-timeout|parallelism|replace|generate-config-out|chdir|encryption|json-into|invoke)$/;

/** The commands that start a provider. */
const commands =
  /^(?:apply|console|destroy|graph|import|plan|providers|query|refresh|show|state|taint|test|untaint|validate)$/;

/**
 * Parses a command line. Under an emulator (Rosetta, QEMU), it begins with the emulator, so the command is the first word that is one of
 * Terraform's. Options and a plan file may also come from the environment (Terraform's documentation, "TF_CLI_ARGS").
 * @param isFile given on macOS, where blanks split words: a plan file is then a last word that is a file, and a name with a blank is none
 */
export function parseCommand(
  [, ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  isFile?: (path: string) => boolean,
): TerraformCommand {
  const { positional, options } = sortWords(words);
  const at = positional.findIndex(word => commands.test(word));
  const name = positional[at] ?? '';
  const added = sortWords([environment['TF_CLI_ARGS'], environment[`TF_CLI_ARGS_${name}`]].flatMap(wordsOf));
  const last = words.at(-1);
  const given = positional
    .slice(at + 1)
    .filter(word => isFile === undefined || (word === last && isFile(word)));
  const all = [...added.options, ...options];
  return {
    name,
    mode: modeOf(name, all),
    hasPlanFile: name === 'apply' && given.length + added.positional.length > 0,
    refreshes: !all.some(word => notRefreshing.test(word)),
  };
}

function modeOf(name: string, options: readonly string[]): CommandMode {
  if (name === 'destroy' || options.some(word => destroying.test(word))) return 'destroy';
  return name === 'refresh' || options.some(word => refreshingOnly.test(word)) ? 'refresh-only' : 'normal';
}

/** Separates options from positional arguments, and drops their values. */
function sortWords(words: readonly string[]): { positional: readonly string[]; options: readonly string[] } {
  const positional: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    (word.startsWith('-') ? options : positional).push(word);
    if (withValue.test(word)) index += 1;
  }
  return { positional, options };
}

/** Splits words as the shell does: quotes keep a value with spaces together. */
const wordsOf = (text = '') =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''));
