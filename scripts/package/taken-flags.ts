/**
 * Returns a sentence if npm has taken flags of a command for itself, as it does without `--`. A release would then tag in
 * spite of `--dry-run`, and `npm run package --check` would check nothing. npm passes its flags on as `npm_config_dry_run`.
 *
 * @param flags for example `--dry-run`
 * @param usage the command up to its `--`, for example `npm run package --`
 */
export function takenFlags(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  usage: string,
): readonly string[] {
  const variable = (flag: string) => `npm_config_${flag.replace(/^--/, '').replaceAll('-', '_')}`;
  const taken = flags.filter(flag => environment[variable(flag)] !== undefined);
  if (taken.length === 0) return [];
  return [
    `npm has taken ${taken.join(' and ')} for itself. Write "--" first:\n\n    ${usage} ${taken.join(' ')}\n`,
  ];
}
