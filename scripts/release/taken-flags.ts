import type { Environment } from './secrets';

/**
 * Returns a sentence if npm has taken flags of the release for itself, as it does without `--`. The release would then tag
 * in spite of `--dry-run`. npm passes its flags on as `npm_config_dry_run`.
 *
 * @param flags for example `--dry-run`
 */
export function takenFlags(flags: readonly string[], environment: Environment): readonly string[] {
  const variable = (flag: string) => `npm_config_${flag.replace(/^--/, '').replaceAll('-', '_')}`;
  const taken = flags.filter(flag => environment[variable(flag)] !== undefined);
  if (taken.length === 0) return [];
  return [
    `npm has taken ${taken.join(' and ')} for itself. Write "--" before the version:\n\n    npm run release -- 0.2.0 ${taken.join(' ')}\n`,
  ];
}
