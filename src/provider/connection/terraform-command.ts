/** What the command of this process does with objects. */
export type CommandMode = 'normal' | 'refresh-only' | 'destroy';

/** The command that Terraform runs. No call of the protocol tells it, so the provider reads Terraform's command line. */
export interface TerraformCommand {
  /** `plan`, `apply`, … Empty if the system does not tell. */
  readonly name: string;
  readonly mode: CommandMode;
  /** True for an `apply` of a saved plan. */
  readonly hasPlanFile: boolean;
}

const destroying = /^--?destroy(?:=(?!false|0|f)|$)/i;
const refreshingOnly = /^--?refresh-only(?:=(?!false|0|f)|$)/i;
/** Options whose value may be the next word (Go's package `flag`). */
const withValue =
  /^--?(?:target|target-file|exclude|exclude-file|var|var-file|state|state-out|backup|out|lock-timeout|parallelism|replace|generate-config-out|chdir|encryption|json-into|invoke)$/;

/** Parses a command line. Options and a plan file may also come from the environment (Terraform's documentation, "TF_CLI_ARGS"). */
export function parseCommand(
  [, ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
): TerraformCommand {
  const [name = ''] = sortWords(words).positional;
  const added = [environment['TF_CLI_ARGS'], environment[`TF_CLI_ARGS_${name}`]].flatMap(wordsOf);
  const { positional, options } = sortWords([...added, ...words]);
  return { name, mode: modeOf(name, options), hasPlanFile: name === 'apply' && positional.length > 1 };
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
